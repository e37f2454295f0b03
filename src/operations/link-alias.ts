import { limits } from '../contract/limits.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { People, PeopleOf } from '../ports/people.ts';

const attempts = 5;
const dayS = 24 * 60 * 60;

/** The number that a message was sent to, the provider's version of it, and the time. */
interface Sent {
  readonly phone: string;
  readonly alias: string;
  readonly atMs: number;
  readonly retentionDays: number;
}

/**
 * Stores the number by which a provider knows a user who was written to by another number, so that their reply
 * finds the conversation that was started with them. If the user already had a conversation under that number,
 * later messages go to the new one.
 * @throws TemporarilyUnavailableError when others keep writing the same identifiers
 * @see design 15, docs/decisions/people.md
 */
export async function linkAlias(
  people: People,
  of: PeopleOf,
  { phone, alias, atMs, retentionDays }: Sent,
  nowMs: number,
): Promise<void> {
  // Twice as long as a conversation, as every name is remembered.
  const keptS = 2 * (retentionDays + limits.conversationGraceDays) * dayS;
  const expiresAtS = Math.ceil(nowMs / 1000) + keptS;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const known = await people.find(of, [phone, alias]);
    const [own, other] = [known.get(phone), known.get(alias)];
    if (!own || (own.key === other?.key && own.alias === alias)) return;
    // The conversation under that number began after the message was sent: it is the reply, which was faster.
    const isEarlier = other !== undefined && (other.expiresAtS ?? 0) - keptS < Math.floor(atMs / 1000);
    const { key, idKey } = isEarlier ? other : own;
    const person = { key, ...(idKey !== undefined && { idKey }), expiresAtS };
    const id = other?.id ?? own.id;
    const ofAlias = { ...person, phone: alias, ...(id !== undefined && { id }) };
    const ofPhone = { ...person, phone, ...(own.id !== undefined && { id: own.id }), alias };
    if (!(await people.save(of, alias, ofAlias, other))) continue;
    if (await people.save(of, phone, ofPhone, own)) return;
  }
  throw new TemporarilyUnavailableError();
}
