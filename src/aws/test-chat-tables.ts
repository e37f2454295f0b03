import type { TestUsage } from '../contract/admin/drafts.ts';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { StoredTestLink, TestedFlow, TestLinks, TestSessions, TestUse } from '../ports/test-links.ts';
import { DynamoTable, packJson, unpackJson } from './items.ts';

const secondsOf = (ms: number) => Math.ceil(ms / 1000);

/** The test links of flows: an item per flow, which expires with its last link. */
export class TestLinksTable extends DynamoTable implements TestLinks {
  protected readonly table = tables.dedup;

  async read(
    flow: TestedFlow,
  ): Promise<{ readonly links: readonly StoredTestLink[]; readonly revision: number }> {
    const item = await this.getPresent(linksKey(flow));
    const links = (item?.links ?? []) as readonly StoredTestLink[];
    // DynamoDB deletes late.
    const valid = links.filter(({ expiresAtMs }) => expiresAtMs > this.nowMs());
    return { links: valid, revision: Number(item?.revision ?? 0) };
  }

  write(flow: TestedFlow, links: readonly StoredTestLink[], revision: number): Promise<boolean> {
    const lastMs = Math.max(this.nowMs(), ...links.map(({ expiresAtMs }) => expiresAtMs));
    return this.putRevised(linksKey(flow), { links }, revision, lastMs);
  }
}

const linksKey = ({ tenantId, flowId }: TestedFlow) => `${tenantId}#test-links#${flowId}`;

const dayMs = 24 * 60 * 60_000;

/** The use of test links, an item for each link and day. */
export class TestUseTable extends DynamoTable implements TestUse {
  protected readonly table = tables.rateLimits;

  async read(tenantId: string, linkId: string): Promise<TestUsage> {
    const {
      sessions = 0,
      messages = 0,
      tokens = 0,
    } = (await this.getItem(this.#keyOf(tenantId, linkId))) ?? {};
    return { sessions: Number(sessions), messages: Number(messages), tokens: Number(tokens) };
  }

  async take(
    { tenantId, linkId }: { readonly tenantId: string; readonly linkId: string },
    what: 'sessions' | 'messages',
    limit: number,
  ): Promise<boolean> {
    const { done } = await this.tryUpdate(this.#keyOf(tenantId, linkId), {
      UpdateExpression: 'ADD #what :one SET expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(#what) OR #what < :limit',
      ExpressionAttributeNames: { '#what': what },
      ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':expires': this.#expiresAt() },
    });
    return done;
  }

  async addTokens(tenantId: string, linkId: string, tokens: number): Promise<void> {
    await this.updateItem(this.#keyOf(tenantId, linkId), {
      UpdateExpression: 'ADD tokens :tokens SET expiresAt = :expires',
      ExpressionAttributeValues: { ':tokens': tokens, ':expires': this.#expiresAt() },
    });
  }

  #expiresAt(): number {
    return secondsOf(this.nowMs() + 2 * dayMs);
  }

  #keyOf(tenantId: string, linkId: string): string {
    const day = new Date(this.nowMs()).toISOString().slice(0, 10);
    return `${tenantId}#test-use#${linkId}#${day}`;
  }
}

/** Test chats; they are in no list, index or report. */
export class TestSessionsTable<Session> extends DynamoTable implements TestSessions<Session> {
  protected readonly table = tables.dedup;

  async find(
    tenantId: string,
    conversationId: string,
  ): Promise<{ readonly session: Session; readonly revision: number } | null> {
    const item = await this.getPresent(sessionKey(tenantId, conversationId));
    if (!item) return null;
    return {
      session: unpackJson(item.session) as Session,
      revision: Number(item.revision),
    };
  }

  async save(
    { tenantId, conversationId }: { readonly tenantId: string; readonly conversationId: string },
    content: Session,
    revision: number,
  ): Promise<'saved' | 'moved' | 'full'> {
    const session = packJson(content);
    if (session.length > limits.testSessionBytes) return 'full';
    const key = sessionKey(tenantId, conversationId);
    const isSaved = await this.putRevised(key, { session }, revision, this.nowMs() + limits.testSessionMs);
    return isSaved ? 'saved' : 'moved';
  }
}

const sessionKey = (tenantId: string, conversationId: string) => `${tenantId}#test-session#${conversationId}`;
