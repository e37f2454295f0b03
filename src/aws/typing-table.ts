import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { Shown, Typing, Typist } from '../ports/typing.ts';
import { KeyedTable } from './items.ts';

/** Who writes, in the dedup table: an item that forgets itself. */
export class TypingTable implements Typing {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.dedup.name);
    this.#nowMs = nowMs;
  }

  async note(name: ConversationName, who: Typist, isOn: boolean): Promise<void> {
    const nowMs = this.#nowMs();
    const untilMs = isOn ? nowMs + limits.typingMs : 0;
    // One that was told less than three seconds ago lasts longer than this; what is off needs no second word.
    const tellsAnew = isOn ? '(attribute_not_exists(#who) OR #who <= :told)' : '#who > :now';
    await this.#table.tryUpdate(keyOf(name), {
      UpdateExpression: 'SET #who = :until, expiresAt = :expiresAt',
      ConditionExpression: tellsAnew,
      ExpressionAttributeNames: { '#who': who },
      ExpressionAttributeValues: {
        ':until': untilMs,
        ':expiresAt': Math.ceil((nowMs + limits.typingMs) / 1000),
        ...(isOn ? { ':told': nowMs + limits.typingMs - limits.typingEveryMs } : { ':now': nowMs }),
      },
    });
  }

  async claimShown(name: ConversationName, { read, typed }: Shown): Promise<boolean> {
    const nowMs = this.#nowMs();
    const isNews = '(attribute_not_exists(readTo) OR readTo <> :read)';
    const isWrittenAnew = '(attribute_not_exists(typed) OR typed <> :typed OR shownUntil <= :now)';
    const { done } = await this.#table.tryUpdate(`${keyOf(name)}#shown`, {
      UpdateExpression: `SET readTo = :read, expiresAt = :expiresAt${typed === null ? '' : ', typed = :typed, shownUntil = :until'}`,
      ConditionExpression: typed === null ? isNews : isWrittenAnew,
      ExpressionAttributeValues: {
        ':read': read,
        ':expiresAt': Math.ceil(nowMs / 1000) + limits.shownReadS,
        ...(typed !== null && { ':typed': typed, ':now': nowMs, ':until': nowMs + limits.shownTypingMs }),
      },
    });
    return done;
  }

  async read(name: ConversationName): Promise<Readonly<Record<Typist, boolean>>> {
    const { visitor = 0, agent = 0 } = (await this.#table.find(keyOf(name), 'lately')) ?? {};
    const nowMs = this.#nowMs();
    return { visitor: Number(visitor) > nowMs, agent: Number(agent) > nowMs };
  }
}

const keyOf = ({ tenantId, conversationId }: ConversationName) => `${tenantId}#typing#${conversationId}`;
