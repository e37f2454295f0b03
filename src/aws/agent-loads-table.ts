import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import { type AgentLoad, emptyLoad } from '../domain/agent-load.ts';
import type { AgentLoads } from '../ports/handoff.ts';
import { DynamoTable, packJson, unpackJson } from './items.ts';

const dayMs = 24 * 60 * 60_000;

/** The loads of agents: an item per agent in the dedup table. */
export class AgentLoadsTable extends DynamoTable implements AgentLoads {
  protected readonly table = tables.dedup;

  async findAll(tenantId: string, userIds: readonly string[]): Promise<readonly AgentLoad[]> {
    const items = await this.getAllPresent(userIds.map((userId) => keyOf(tenantId, userId)));
    const stored = new Map(
      items.map(({ load, revision }) => {
        const read = unpackJson(load) as AgentLoad;
        return [read.userId, { ...read, revision: Number(revision) }];
      }),
    );
    return userIds.map((userId) => stored.get(userId) ?? emptyLoad(userId));
  }

  async save(tenantId: string, { revision, ...load }: AgentLoad): Promise<AgentLoad | null> {
    const expiresAtMs = this.nowMs() + limits.loadDays * dayMs;
    const content = { load: packJson(load) };
    const isSaved = await this.putRevised(keyOf(tenantId, load.userId), content, revision, expiresAtMs);
    return isSaved ? { ...load, revision: revision + 1 } : null;
  }
}

const keyOf = (tenantId: string, userId: string) => `${tenantId}#load#${userId}`;
