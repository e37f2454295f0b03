import * as z from 'zod/mini';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { FlowEditors, NotedEditor } from '../ports/directory-writer.ts';
import { DynamoTable } from './items.ts';

const noted = z.object({ name: z.string(), stepId: z.nullable(z.string()), atMs: z.number() });

/** Names of the attributes that are editors: their user ids follow. */
const prefix = 'by:';

/** Who has a flow open, in the dedup table: an item per flow, which expires, with an attribute per user. */
export class FlowEditorsTable extends DynamoTable implements FlowEditors {
  protected readonly table = tables.dedup;

  async note(
    { tenantId, flowId }: { readonly tenantId: string; readonly flowId: string },
    { id, name, stepId }: NotedEditor,
  ): Promise<readonly NotedEditor[]> {
    const nowMs = this.nowMs();
    const pk = `${tenantId}#editors#${flowId}`;
    // One write records the user and returns the others.
    const item = await this.updateItem(pk, {
      UpdateExpression: 'SET #me = :me, expiresAt = :expires',
      ExpressionAttributeNames: { '#me': prefix + id },
      ExpressionAttributeValues: {
        ':me': { name, stepId, atMs: nowMs },
        ':expires': Math.ceil((nowMs + limits.editorMs) / 1000),
      },
      ReturnValues: 'ALL_NEW',
    });
    const all = Object.entries(item).flatMap(([key, value]) => {
      const { data } = noted.safeParse(value);
      return key.startsWith(prefix) && data ? [{ key, ...data }] : [];
    });
    const isGone = ({ atMs }: { readonly atMs: number }) => atMs <= nowMs - limits.editorMs;
    await this.#forget(pk, all.filter(isGone));
    return all.flatMap((one) => {
      const other = one.key.slice(prefix.length);
      return other === id || isGone(one) ? [] : [{ id: other, name: one.name, stepId: one.stepId }];
    });
  }

  /** Else the item of a flow that is always open would grow with everyone who ever opened it. */
  async #forget(pk: string, gone: readonly { readonly key: string; readonly atMs: number }[]): Promise<void> {
    if (gone.length === 0) return;
    await this.tryUpdate(pk, {
      UpdateExpression: `REMOVE ${gone.map((_, n) => `#e${n}`).join(', ')}`,
      // A user who has come back since stays.
      ConditionExpression: gone.map((_, n) => `#e${n}.atMs = :e${n}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(gone.map(({ key }, n) => [`#e${n}`, key])),
      ExpressionAttributeValues: Object.fromEntries(gone.map(({ atMs }, n) => [`:e${n}`, atMs])),
    });
  }
}
