import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InboundItem } from '../../src/channels/channel.ts';
import { normalizeChanges } from '../../src/channels/cloud-api/normalize-changes.ts';
import { readChanges } from '../../src/channels/cloud-api/read-changes.ts';
import { canonicalMessage } from '../../src/contract/canonical-message.ts';
import { context, knownAccount } from './support/accounts.ts';
import { cloudApiBody, textMessage } from './support/cloud-api-body.ts';

const folder = join(import.meta.dirname, 'payloads/cloud-api');
const known = knownAccount('acme', 'chatapp', {}, { account: { id: 'acme-whatsapp' } });
const contacts = [{ profile: { name: 'Ada' }, wa_id: '16315551181' }];

function items(value: object): readonly InboundItem[] {
  const { changes } = readChanges(cloudApiBody({ '106540352242922': value }));
  return normalizeChanges({ known, payload: changes }, context);
}

const cases = readdirSync(folder).map((file) => {
  const { title, message, canonical } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return { title, message, canonical };
});

describe('a message of the Cloud API', () => {
  it.each(cases)('becomes canonical: $title', ({ message, canonical }) => {
    const { startsTurn, metadata, update, ...content } = canonical;
    expect(items({ contacts, messages: [message] })).toEqual([
      {
        kind: 'message',
        startsTurn,
        ...(update && { update }),
        person: expect.objectContaining({ names: { phone: '16315551181', id: undefined } }),
        message: {
          tenantId: 'acme',
          channel: 'chatapp',
          conversationId: 'conversation of 16315551181',
          messageId: message.id,
          user: { id: '16315551181', firstName: 'Ada', phone: '+16315551181' },
          receivedAt: '2026-01-01T00:00:05.000Z',
          correlationId: 'correlation',
          ...content,
          metadata: { accountId: 'acme-whatsapp', sentAt: '2026-01-01T00:00:00.000Z', ...metadata },
        },
      },
    ]);
  });

  it.each([
    ['by the scoped id, though there is a number', { from: '1631', from_user_id: 'US.42' }, 'US.42', '+1631'],
    ['by the scoped id when there is no number', { from_user_id: 'US.42' }, 'US.42', undefined],
    ['by the number when there is nothing else', { from: '1631' }, '1631', '+1631'],
  ])('knows its user %s', (_, from, id, phone) => {
    const message = { ...textMessage('1', 'hi'), from: undefined, ...from };
    expect(items({ messages: [message] })).toMatchObject([{ message: { user: { id } } }]);
    expect(items({ messages: [message] })).toMatchObject([
      { message: { conversationId: `conversation of ${id}`, user: phone ? { phone } : {} } },
    ]);
  });

  it('knows the user by the only contact when it names nobody', () => {
    const message = { ...textMessage('1', 'hi'), from: undefined };
    const contact = { profile: { name: 'Ada', username: 'ada' }, user_id: 'US.42' };
    expect(items({ contacts: [contact], messages: [message] })).toMatchObject([
      { message: { user: { id: 'US.42', firstName: 'Ada' } } },
    ]);
    expect(items({ contacts: [contact, contact], messages: [message] })).toEqual([
      { kind: 'ignored', type: 'message_without_user' },
    ]);
  });

  it.each(['1767225601000', '-62198755200', 'NaN', 'soon', 1e15])(
    'has no time where %j is none',
    (timestamp) => {
      const [item] = items({ messages: [{ ...textMessage('1', 'hi'), timestamp }] });
      expect(item).toMatchObject({ kind: 'message', message: { text: 'hi' } });
      expect(item).not.toHaveProperty('message.metadata.sentAt');
    },
  );

  it('answers the message that it names, though something beside the ID is malformed', () => {
    const context = { id: 'wamid.ASKED', from: 7, forwarded: 'no' };
    expect(items({ messages: [{ ...textMessage('1', 'hi'), context }] })).toMatchObject([
      { message: { metadata: { replyTo: 'wamid.ASKED' } } },
    ]);
  });

  it('does not affect its neighbors when it is malformed', () => {
    const broken = [null, 42, {}, { id: '', type: 'text', from: '1' }, { id: 'x', type: 7, from: '1' }];
    const found = items({ messages: [...broken, textMessage('GOOD', 'hi'), ...broken] });
    expect(found.map((item) => (item.kind === 'message' ? item.message.messageId : item.kind))).toEqual([
      ...broken.map(() => 'ignored'),
      'wamid.GOOD',
      ...broken.map(() => 'ignored'),
    ]);
  });

  it('of any content is stored as the contract and the tables allow', () => {
    const type = fc.constantFrom(
      'text',
      'image',
      'location',
      'contacts',
      'interactive',
      'order',
      'system',
      'x',
    );
    fc.assert(
      fc.property(type, fc.jsonValue(), (kind, member) => {
        const [item] = items({ messages: [{ from: '1', id: 'm', type: kind, [kind]: member }] });
        expect(item?.kind === 'message' && canonicalMessage.safeParse(item.message).success).toBe(true);
      }),
    );
  });

  it('of an unknown type is kept as JSON when it is nested deeper than a table can hold', () => {
    const message = { from: '1', id: 'm', type: 'x', x: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) };
    const [item] = items({ messages: [message] });
    expect(item).toMatchObject({ message: { metadata: { raw: JSON.stringify(message) } } });
  });
});

describe('a delivery status of the Cloud API', () => {
  const status = { id: 'wamid.OUT', timestamp: '1767225601', recipient_id: '16315551181' };

  it.each([
    ['sent', { state: 'sent' }],
    ['delivered', { state: 'delivered' }],
    ['read', { state: 'read' }],
    ['played', { state: 'read' }],
  ])('%s is read with the time and the ID of the provider', (name, expected) => {
    expect(items({ statuses: [{ ...status, status: name }] })).toEqual([
      {
        kind: 'status',
        status: {
          ...{ providerMessageId: 'wamid.OUT', recipient: '16315551181' },
          ...{ at: '2026-01-01T00:00:01.000Z', ...expected },
        },
      },
    ]);
  });

  it.each([
    [[{ code: 131047, title: 'Re-engagement message' }], 'window_closed'],
    [[{ code: 470, title: 'Message failed to send' }], 'window_closed'],
    [[{ code: '131026', title: 'Message undeliverable' }], 'recipient_unreachable'],
    [[{ code: 999999, title: 'New' }], 'provider_error_999999'],
    [[{ code: '__proto__', title: 'New' }], 'provider_error___proto__'],
    [[], 'unknown'],
    [undefined, 'unknown'],
  ])('failed with errors %j has the reason %s', (errors, reason) => {
    expect(items({ statuses: [{ ...status, status: 'failed', errors }] })).toMatchObject([
      { status: { state: 'failed', reason } },
    ]);
  });

  it("keeps the provider's own description of the failure", () => {
    const error = {
      code: 131047,
      title: 'Re-engagement message',
      message: 'Re-engagement message',
      error_data: { details: 'more than 24 hours have passed'.repeat(100) },
    };
    expect(items({ statuses: [{ ...status, timestamp: null, status: 'failed', errors: [error] }] })).toEqual([
      {
        kind: 'status',
        status: {
          providerMessageId: 'wamid.OUT',
          recipient: '16315551181',
          state: 'failed',
          reason: 'window_closed',
          error: {
            code: '131047',
            title: error.title,
            message: error.message,
            details: error.error_data.details.slice(0, 500),
          },
          at: context.receivedAt,
        },
      },
    ]);
  });

  it('returns the ID of our reply', () => {
    const told = items({ statuses: [{ ...status, status: 'sent', biz_opaque_callback_data: 'REPLY' }] });
    expect(told).toMatchObject([{ status: { replyId: 'REPLY' } }]);
    const long = 'x'.repeat(3_000);
    const [foreign] = items({ statuses: [{ ...status, status: 'sent', biz_opaque_callback_data: long }] });
    expect(foreign).toMatchObject({ status: { state: 'sent' } });
    expect(foreign).not.toHaveProperty('status.replyId');
  });

  it('of an unknown kind is counted and not used', () => {
    for (const name of ['warning', 'deleted', 'toString']) {
      expect(items({ statuses: [{ ...status, status: name }] })).toEqual([
        { kind: 'ignored', type: `status_${name}` },
      ]);
    }
  });
});

describe('a body of the Cloud API', () => {
  it('yields each of its items once, in order', () => {
    const told = items({
      messages: [textMessage('1', 'a'), textMessage('2', 'b')],
      statuses: [{ id: 'wamid.OUT', status: 'read' }],
      errors: [{ code: 130429, title: 'Rate limit hit' }],
    });
    expect(told.map(({ kind }) => kind)).toEqual(['message', 'message', 'status', 'ignored']);
  });

  it('with null in the place of a list delivers what is beside it', () => {
    const statuses = [{ id: 'wamid.OUT', status: 'read' }];
    const text = textMessage('1', 'a');
    expect(items({ contacts: null, messages: [text], statuses: null, errors: null })).toHaveLength(1);
    expect(items({ contacts: null, messages: null, statuses })).toMatchObject([{ kind: 'status' }]);
  });

  it.each<[string, object, object]>([
    ['contacts', { contacts: {} }, {}],
    ['statuses', { statuses: 'none' }, {}],
    ['time', {}, { timestamp: {} }],
    ['scoped ids', {}, { from_user_id: '', from_parent_user_id: 7 }],
  ])('with malformed %s brings in the message', (_, beside, fields) => {
    const message = { ...textMessage('1', 'hi'), ...fields };
    expect(items({ messages: [message], ...beside })).toMatchObject([
      { kind: 'message', message: { text: 'hi', user: { id: message.from } } },
    ]);
  });

  it('to a group is ignored by its name', () => {
    const message = { ...textMessage('1', 'hi'), group_id: 'Y2FwaV9ncm91cDox' };
    expect(items({ contacts, messages: [message] })).toEqual([{ kind: 'ignored', type: 'group_message' }]);
    expect(items({ contacts, messages: [{ ...message, group_id: null }] })).toMatchObject([
      { kind: 'message' },
    ]);
  });

  it('of another field, or of nothing, is counted', () => {
    const { changes } = readChanges({ entry: [{ changes: [{ field: 'calls', value: {} }] }] });
    expect(normalizeChanges({ known, payload: changes }, context)).toEqual([
      { kind: 'ignored', type: 'field_calls' },
    ]);
    expect(items({})).toEqual([{ kind: 'ignored', type: 'empty_change' }]);
  });

  it('counts entries and changes that are not of their shape', () => {
    const body = { entry: [7, { changes: [null, { field: 'messages', value: { messages: 'no' } }] }] };
    expect(readChanges(body)).toEqual({ changes: [], malformed: 3 });
    expect(readChanges('nothing')).toEqual({ changes: [], malformed: 0 });
  });
});
