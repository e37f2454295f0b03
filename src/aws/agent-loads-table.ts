import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { type AgentLoad, emptyLoad } from '../domain/agent-load.ts';
import type { AgentLoads } from '../ports/handoff.ts';
import { packJson, unpackJson } from './items.ts';
import { RevisedItems } from './revised-items.ts';

const dayMs = 24 * 60 * 60_000;

/** The loads of agents: an item per agent in the dedup table. */
export class AgentLoadsTable implements AgentLoads {
  readonly #items: RevisedItems;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#items = new RevisedItems(dynamodb, tablePrefix, nowMs);
    this.#nowMs = nowMs;
  }

  async findAll(tenantId: string, userIds: readonly string[]): Promise<readonly AgentLoad[]> {
    const items = await this.#items.findAll(userIds.map((userId) => keyOf(tenantId, userId)));
    const stored = new Map(
      items.map(({ load, revision }) => {
        const read = unpackJson(load as Uint8Array) as AgentLoad;
        return [read.userId, { ...read, revision: Number(revision) }];
      }),
    );
    return userIds.map((userId) => stored.get(userId) ?? emptyLoad(userId));
  }

  async save(tenantId: string, { revision, ...load }: AgentLoad): Promise<AgentLoad | null> {
    const expiresAtMs = this.#nowMs() + limits.loadDays * dayMs;
    const content = { load: packJson(load) };
    const isSaved = await this.#items.put(keyOf(tenantId, load.userId), content, revision, expiresAtMs);
    return isSaved ? { ...load, revision: revision + 1 } : null;
  }
}

const keyOf = (tenantId: string, userId: string) => `${tenantId}#load#${userId}`;
