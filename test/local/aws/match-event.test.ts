import { describe, expect, it } from 'vitest';
import { type EventPattern, matchesEvent } from '../../../src/local/aws/event-bus.ts';

const event = {
  source: 'messaging.gateway',
  'detail-type': 'Channel.OutboundRequested',
  detail: { channel: 'chatapp', tags: ['new', 'vip'], count: 3, empty: null, data: { to: '4915' } },
};

const cases: readonly (readonly [boolean, EventPattern])[] = [
  [true, {}],
  [true, { source: ['messaging.gateway'] }],
  [false, { source: ['other'] }],
  [true, { source: ['other', 'messaging.gateway'] }],
  [false, { source: ['messaging.gateway'], detail: { channel: ['webchat'] } }],
  [true, { detail: { channel: ['contactcenter', 'chatapp'], data: { to: ['4915'] } } }],
  [true, { detail: { tags: ['vip'] } }],
  [false, { detail: { tags: ['old'] } }],
  [true, { detail: { empty: [null] } }],
  [false, { detail: { absent: [null] } }],
  [false, { detail: { count: ['3'] } }],
  [true, { detail: { channel: [{ prefix: 'chat' }] } }],
  [true, { detail: { channel: [{ suffix: 'app' }] } }],
  [true, { detail: { channel: [{ 'equals-ignore-case': 'ChatApp' }] } }],
  [true, { detail: { channel: [{ 'anything-but': ['webchat'] }] } }],
  [false, { detail: { channel: [{ 'anything-but': ['webchat', 'chatapp'] }] } }],
  [false, { detail: { channel: [{ 'anything-but': { prefix: 'chat' } }] } }],
  [false, { detail: { absent: [{ 'anything-but': ['webchat'] }] } }],
  [true, { detail: { absent: [{ exists: false }], channel: [{ exists: true }] } }],
  [false, { detail: { absent: [{ exists: true }] } }],
  [true, { detail: { count: [{ numeric: ['>', 0, '<=', 3] }] } }],
  [false, { detail: { count: [{ numeric: ['<', 3] }] } }],
  [false, { detail: { channel: { of: ['chatapp'] } } }],
];

describe('a rule', () => {
  it.each(cases)('matches as EventBridge does: %s for %j', (expected, pattern) => {
    expect(matchesEvent(event, pattern)).toBe(expected);
  });
});
