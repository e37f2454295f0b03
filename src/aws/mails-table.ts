import { hash, randomBytes } from 'node:crypto';
import { mailLimits } from '../contract/mail.ts';
import { tables } from '../contract/tables.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type {
  Audience,
  CountedMail,
  HashedAddress,
  MailLink,
  MailStore,
  StoredAddress,
} from '../ports/mails.ts';
import { DynamoTable, type Item } from './items.ts';

const secretBytes = 32;
const attempts = 10;

interface Sent {
  readonly id: string;
  readonly atMs: number;
}

/**
 * Items of the dedup table: addresses by their hash, links by the hash of their secret, and the emails of the last 24 hours
 * by conversation or agent. None holds an address or a secret.
 */
export class MailsTable extends DynamoTable implements MailStore {
  protected readonly table = tables.dedup;

  addressOf(tenantId: string, audience: Audience, email: string): HashedAddress {
    const named = JSON.stringify([tenantId, audience, email.toLowerCase()]);
    return { tenantId, audience, addressHash: hash('sha256', named, 'base64url') };
  }

  async findAddress(address: HashedAddress): Promise<StoredAddress> {
    return ((await this.getPresent(addressKey(address)))?.address ?? {}) as StoredAddress;
  }

  async changeAddress(
    name: HashedAddress,
    change: (stored: StoredAddress) => StoredAddress | null,
  ): Promise<boolean> {
    return this.#revise(addressKey(name), addressKeptMs, (item) => {
      const address = change((item?.address ?? {}) as StoredAddress);
      return address && { address };
    });
  }

  async createLink(link: MailLink): Promise<string> {
    const secret = randomBytes(secretBytes).toString('base64url');
    const { expiresAtMs, ...content } = link;
    const pk = linkKey({ tenantId: link.tenantId, secret });
    if (!(await this.putRevised(pk, { link: { ...content, expiresAtMs } }, 0, expiresAtMs)))
      throw new Error('a random secret was used before');
    return `${secret}.${link.tenantId}`;
  }

  async findLink(token: string): Promise<MailLink | null> {
    const named = readToken(token);
    const link = named && ((await this.getPresent(linkKey(named)))?.link as MailLink | undefined);
    return link && link.expiresAtMs > this.nowMs() ? link : null;
  }

  async spendLink(token: string, user: string): Promise<boolean> {
    const named = readToken(token);
    if (!named) return false;
    const { done } = await this.tryUpdate(linkKey(named), {
      UpdateExpression: 'SET usedBy = :user',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(usedBy) OR usedBy = :user)',
      ExpressionAttributeValues: { ':user': user },
    });
    return done;
  }

  take(of: CountedMail, limit: number): Promise<boolean> {
    return this.#revise(sentKey(of), mailLimits.windowMs, (item) => {
      const sent = this.#lately(item);
      if (sent.length >= limit || sent.some(({ id }) => id === of.id)) return null;
      return { sent: [...sent, { id: of.id, atMs: this.nowMs() }] };
    });
  }

  async giveBack(of: CountedMail): Promise<void> {
    await this.#revise(sentKey(of), mailLimits.windowMs, (item) => ({
      sent: this.#lately(item).filter(({ id }) => id !== of.id),
    }));
  }

  #lately(item: Item | null): readonly Sent[] {
    const afterMs = this.nowMs() - mailLimits.windowMs;
    return ((item?.sent ?? []) as readonly Sent[]).filter(({ atMs }) => atMs > afterMs);
  }

  /** Reads, changes and writes on condition of the revision; retried after a conflict. */
  async #revise(pk: string, keptMs: number, change: (item: Item | null) => Item | null): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const item = await this.getPresent(pk);
      const next = change(item);
      if (!next) return false;
      if (await this.putRevised(pk, next, Number(item?.revision ?? 0), this.nowMs() + keptMs)) return true;
    }
    throw new TemporarilyUnavailableError();
  }
}

/** Two years, so that an address that complained or unsubscribed stays excluded. */
const addressKeptMs = 730 * 24 * 60 * 60_000;

const addressKey = ({ tenantId, audience, addressHash }: HashedAddress) =>
  `${tenantId}#mail-address#${audience}#${addressHash}`;
const linkKey = ({ tenantId, secret }: { readonly tenantId: string; readonly secret: string }) =>
  `${tenantId}#mail-link#${hash('sha256', `mail link ${secret}`, 'base64url')}`;
const sentKey = ({ tenantId, owner }: CountedMail) => `${tenantId}#mails#${owner}`;

function readToken(token: string): { readonly tenantId: string; readonly secret: string } | null {
  const [, secret, tenantId] = /^([A-Za-z0-9_-]{43})\.([^#]+)$/.exec(token) ?? [];
  return secret !== undefined && tenantId !== undefined ? { secret, tenantId } : null;
}
