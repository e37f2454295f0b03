import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ConversationsTable, pkOf, toItem } from '../../src/aws/conversations-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { tables } from '../../src/contract/tables.ts';
import { newConversation } from '../../src/domain/conversation.ts';
import { VersionConflictError } from '../../src/domain/errors.ts';
import { freshTables } from '../support/fresh-tables.ts';
import { messageOf } from '../support/turn-of.ts';

const fresh = freshTables();
const table = () => new ConversationsTable(fresh.clients.dynamodb, fresh.prefix, {});
const begun = newConversation(
  { message: messageOf('hello'), sessionId: 'session', idleMinutes: 30, retentionDays: 30 } as never,
  Date.UTC(2025, 0, 1),
);
const versioned = (version: number, lastSeq = version) => ({ ...begun, version, lastSeq });

describe('a conversation', () => {
  it('is created once', async () => {
    await table().save(versioned(1));
    await expect(table().save(versioned(1, 7))).rejects.toThrow(VersionConflictError);
    expect(await table().find('acme', 'conversation')).toMatchObject({ version: 1, lastSeq: 1 });
  });

  it('is written only from the version that was read', async () => {
    await table().save(versioned(1));
    await table().save(versioned(2));
    for (const version of [2, 4])
      await expect(table().save(versioned(version, 7))).rejects.toThrow(VersionConflictError);
    expect(await table().find('acme', 'conversation')).toMatchObject({ version: 2, lastSeq: 2 });
  });

  it('is kept as long as its log, and some days more, from the last activity', async () => {
    await table().save({ ...versioned(1), lastActivityMs: Date.parse('2025-03-01T12:00:00.500Z') });
    const TableName = fresh.prefix + tables.conversations.name;
    const asked = new GetCommand({ TableName, Key: { pk: pkOf(begun) } });
    const { Item = {} } = await fresh.clients.dynamodb.send(asked);
    const days = 30 + limits.conversationGraceDays;
    expect(Item.expiresAt).toBe(Date.parse('2025-03-01T12:00:01Z') / 1000 + days * 24 * 60 * 60);
  });

  it('is due under one of many keys, so that none has more to write than it takes', () => {
    const inASecond = 1_000;
    const shards = Array.from({ length: inASecond }, (_, n) => {
      const due = { ...begun, conversationId: `conversation-${n}`, dueAtMs: Date.UTC(2025, 0, 2) };
      return String(toItem(due).dueShard);
    });
    const most = Math.max(
      ...Object.values(Object.groupBy(shards, (shard) => shard)).map((of = []) => of.length),
    );
    // From the first turn to the end; a key takes 1,000 units a second.
    const indexUnits = 4;
    expect(most * indexUnits).toBeLessThan(1_000);
  });

  it('that was deleted is not partly recreated', async () => {
    await expect(table().save(versioned(2))).rejects.toThrow(VersionConflictError);
    expect(await table().find('acme', 'conversation')).toBeNull();
  });
});
