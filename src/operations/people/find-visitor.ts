import { isWhatsApp } from '../../contract/channels.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { DeadLetter } from '../../ports/deliveries.ts';
import type { FileObjects } from '../../ports/files.ts';
import type { Person, PersonalData, VisitorName } from '../../ports/people.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';
import { namesOfUser } from '../webhook/find-people.ts';

/** The keys to everything of a visitor. */
export interface FoundVisitor {
  /** The identifiers that each account of the channel has of them. */
  readonly known: readonly { readonly accountId: string; readonly names: ReadonlyMap<string, Person> }[];
  /** Every name of theirs, the given one first. */
  readonly names: readonly string[];
  /** Their conversations, and those that a message of theirs on a queue would begin. */
  readonly conversationIds: readonly string[];
}

/** Finds a visitor's names and conversations; they need not have any. */
export async function findVisitor(ports: PeoplePorts, visitor: VisitorName): Promise<FoundVisitor> {
  const { tenantId, channel } = visitor;
  const given = isWhatsApp(channel) ? namesOfUser(visitor.userId).name : visitor.userId;
  const accountIds = channel === 'webchat' ? [] : await ports.accounts(tenantId, channel);
  const known = await Promise.all(
    accountIds.map(async (accountId) => {
      const names = await namesOf(ports, { tenantId, channel, accountId }, given);
      return { accountId, names };
    }),
  );
  const names = new Set([
    given,
    ...known.flatMap(({ names: ofAccount }) => [...ofAccount].flatMap(allNames)),
  ]);
  const keys = await ports.idKeys();
  const derived = known.flatMap(({ accountId, names: ofAccount }) =>
    [given, ...[...ofAccount.values()].map(({ key }) => key)].flatMap((name) =>
      keys.map((key) => deriveId(key, 'channel', tenantId, channel, accountId, name)),
    ),
  );
  const begun = await Promise.all(
    [...names].map((userId) => ports.personal.conversationsOf({ tenantId, channel, userId })),
  );
  return { known, names: [...names], conversationIds: [...new Set([...begun.flat(), ...derived])] };
}

/** Conversations of theirs in which runs are kept, which may be longer than the conversation itself. */
export async function conversationsOfRuns(
  { personal }: Pick<PeoplePorts, 'personal'>,
  { tenantId, channel }: VisitorName,
  { names }: Pick<FoundVisitor, 'names'>,
): Promise<readonly string[]> {
  const begun = await Promise.all(
    names.map((userId) => personal.conversationsOfRuns({ tenantId, channel, userId })),
  );
  return [...new Set(begun.flat())];
}

/** Follows the names from one to the next, as far as they are one person's. */
async function namesOf(
  { people }: PeoplePorts,
  of: { readonly tenantId: string; readonly channel: string; readonly accountId: string },
  given: string,
): Promise<ReadonlyMap<string, Person>> {
  const found = new Map<string, Person>();
  let asked = [given];
  let key: string | undefined;
  while (asked.length > 0) {
    const answers = await people.find(of, asked);
    key ??= answers.get(given)?.key;
    // A number that now belongs to someone else leads to their conversation.
    const theirs = [...answers].filter(([name, person]) => person.key === key || isGivenUp(name, person));
    for (const [name, person] of theirs) found.set(name, person);
    asked = [...new Set(theirs.flatMap(allNames))].filter(
      (name) => !found.has(name) && !asked.includes(name),
    );
  }
  return found;
}

/** What finding, exporting and erasing a visitor uses. */
export type PeoplePorts = Pick<
  Gateway,
  | 'addresses'
  | 'conversations'
  | 'cursors'
  | 'deadLetters'
  | 'deliveries'
  | 'files'
  | 'idKeys'
  | 'largeMessages'
  | 'nowMs'
  | 'pause'
  | 'people'
  | 'turnLog'
> & {
  readonly personal: PersonalData;
  readonly objects: Pick<FileObjects, 'remove'>;
  /** Ids of a tenant's accounts of a channel. */
  accounts(tenantId: string, channel: string): Promise<readonly string[]>;
};

/** A number that was given up and is unused since. */
const isGivenUp = (name: string, { key, phone, id }: Person) =>
  key.startsWith(`${name}#`) && phone === undefined && id === undefined;

const allNames = ([name, { key, phone, id, alias }]: readonly [string, Person]): string[] =>
  [name, key, phone, id, alias].filter((each) => each !== undefined);

const lettersPerRead = 100;

/** A conversation's dead letters. */
export async function deadLettersOf(
  { deadLetters }: Pick<PeoplePorts, 'deadLetters'>,
  conversation: ConversationName,
): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await deadLetters.list(conversation, cursor, lettersPerRead);
    found.push(...page.letters);
    if (page.cursor === null) return found;
    cursor = page.cursor;
  }
}
