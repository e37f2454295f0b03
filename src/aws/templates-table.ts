import type { MessageTemplate } from '../contract/admin/texts.ts';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AccountRef } from '../ports/deliveries.ts';
import type { KnownTemplates, TemplateMemory } from '../ports/directory.ts';
import { DynamoTable, type Item, packJson, unpackJson } from './items.ts';

const dayS = 24 * 60 * 60;

/** One item per account in the rate-limits table, which expires if unused. */
export class TemplatesTable extends DynamoTable implements TemplateMemory {
  protected readonly table = tables.rateLimits;

  async find(account: AccountRef): Promise<KnownTemplates> {
    const { templates, readAtMs, staleAtMs, failedAtMs, failedFor } =
      (await this.getItem(keyOf(account))) ?? {};
    const read = typeof readAtMs === 'number' ? readAtMs : null;
    return {
      templates: templates instanceof Uint8Array ? (unpackJson(templates) as MessageTemplate[]) : [],
      readAtMs: read,
      isStale: typeof staleAtMs === 'number' && staleAtMs >= (read ?? 0),
      failed: typeof failedAtMs === 'number' ? { atMs: failedAtMs, reason: String(failedFor) } : null,
    };
  }

  async keep(account: AccountRef, templates: readonly MessageTemplate[]): Promise<void> {
    await this.#update(
      account,
      'SET templates = :templates, readAtMs = :now REMOVE failedAtMs, failedFor, staleAtMs',
      {
        ':templates': packJson(templates),
        ':now': this.nowMs(),
      },
    );
  }

  async noteFailure(account: AccountRef, reason: string): Promise<void> {
    const values = { ':now': this.nowMs(), ':reason': reason };
    await this.#update(account, 'SET failedAtMs = :now, failedFor = :reason', values);
  }

  async noteStale(account: AccountRef): Promise<void> {
    await this.#update(account, 'SET staleAtMs = :now', { ':now': this.nowMs() });
  }

  async #update(account: AccountRef, update: string, values: Item): Promise<void> {
    const expiresAt = Math.ceil(this.nowMs() / 1000) + limits.templatesKeptDays * dayS;
    await this.updateItem(keyOf(account), {
      UpdateExpression: update.replace('SET ', 'SET expiresAt = :expires, '),
      ExpressionAttributeValues: { ...values, ':expires': expiresAt },
    });
  }
}

const keyOf = ({ tenantId, channel, accountId }: AccountRef) =>
  `${tenantId}#templates#${channel}#${accountId}`;
