import { expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/contract/queue-records.ts';
import type { IdKeys } from '../../../src/domain/message-ids.ts';
import { receivedKey } from '../../../src/operations/derive-id.ts';
import { takeMessages } from '../../../src/operations/webhook/take-messages.ts';
import type { KnownAccount } from '../../../src/ports/directory.ts';
import { messageOf } from '../../support/turn-of.ts';

const keys: IdKeys = [
  { id: 'k2', secret: 'development-only-key-of-ids-0002' },
  { id: '', secret: 'development-only-key-of-ids-0001' },
];
const known = {
  tenant: { id: 'acme' },
  account: { id: 'whatsapp', channel: 'chatapp', flow: 'support' },
} as unknown as KnownAccount;
const keyOf = (name: number, messageId: string) =>
  receivedKey(keys[name] ?? keys[0], 'acme', known.account, messageId);

/** Delivers messages to an account that has taken some before. */
async function deliver(
  takenBefore: readonly string[],
  messageIds: readonly string[],
  begunBefore: readonly string[] = [],
) {
  const counted: Record<string, number> = {};
  const queued: (string | undefined)[] = [];
  const again: string[] = [];
  const begun: TurnRecord[] = [];
  const gateway = {
    nowMs: () => Date.UTC(2025, 0, 1),
    random: () => 0,
    idKeys: async () => keys,
    received: {
      claim: async (_tenant: string, key: string) =>
        takenBefore.includes(key)
          ? { is: 'taken' }
          : begunBefore.includes(key)
            ? { is: 'again', sinceMs: 7 }
            : { is: 'new' },
      find: async (_tenant: string, key: string) =>
        takenBefore.includes(key) ? { taken: {} } : begunBefore.includes(key) ? { taken: null } : null,
      noteDuplicate: async (_tenant: string, key: string) => void again.push(key),
      markAllTaken: async () => undefined,
    },
    bus: { publish: async () => undefined },
    queue: {
      sendAll: async (records: readonly TurnRecord[]) => {
        begun.push(...records.filter(({ triedSinceMs }) => triedSinceMs === 7));
        queued.push(...records.map(({ message }) => String(message.metadata.providerMessageId)));
        return [];
      },
    },
    metrics: {
      count: (name: string, _of: object, number = 1) => {
        counted[name] = (counted[name] ?? 0) + number;
      },
    },
    log: { info: () => undefined },
  };
  const items = messageIds.map((messageId) => ({
    kind: 'message' as const,
    message: messageOf('hello', { messageId, channel: 'chatapp' }),
    startsTurn: true,
  }));
  await takeMessages(gateway as never, known, items);
  return { counted, queued, again, begun };
}

it('messages are accepted, and earlier ones counted as duplicates, by whichever key of IDs', async () => {
  const before = [keyOf(0, 'before'), keyOf(1, 'long-before')];
  const { counted, queued, again } = await deliver(before, ['long-before', 'new', 'before', 'new', 'newer']);
  expect(queued).toEqual(['new', 'newer']);
  expect(again.toSorted()).toEqual([keyOf(0, 'before'), keyOf(0, 'long-before')].toSorted());
  expect(counted).toEqual({ MessagesReceived: 5, MessagesDuplicate: 3 });
});

it('a message that others have begun to accept continues under their key of IDs, and says so', async () => {
  const before = [keyOf(0, 'begun'), keyOf(1, 'begun-long-before')];
  const { queued, begun } = await deliver([], ['begun', 'new', 'begun-long-before'], before);
  expect(queued).toEqual(['begun', 'new', 'begun-long-before']);
  expect(begun.map(({ turnId }) => turnId)).toEqual(before);
});
