import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { eventData } from '../../src/contract/events.ts';
import { asyncApiDocument } from '../../src/reference/asyncapi.ts';

describe('the AsyncAPI document', () => {
  it('describes every event with the envelope and its data', () => {
    const { components, channels, operations } = asyncApiDocument('1.2.3');
    const messages = Object.values(components.messages);
    expect(messages.map(({ name }) => name)).toEqual(Object.keys(eventData));
    for (const { payload } of messages) {
      expect(payload.required).toEqual(
        expect.arrayContaining(['eventId', 'tenantId', 'correlationId', 'data']),
      );
    }
    expect(Object.keys(channels)).toHaveLength(messages.length);
    expect(Object.keys(operations)).toHaveLength(messages.length);
  });

  it('is printed by its command as JSON', () => {
    const printed = execFileSync('node', ['bin/asyncapi.ts'], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toMatchObject({ asyncapi: '3.0.0' });
  });
});
