import { DeadLettersTable } from '../aws/dead-letters-table.ts';
import type { DeadLetter, DeadLetterFilter } from '../ports/dead-letters.ts';
import type { ListedLetter } from './dead-letter-list.ts';
import { CommandError } from './errors.ts';
import type { Target } from './target.ts';
import { assertTenant } from './tenant-directory.ts';

const perPage = 100;

/** Options that say whose dead letters are meant. */
export interface WhoseOptions {
  readonly tenant?: string;
  readonly conversation?: string;
}

/** The filter that the options name. */
export function filterOf({ tenant, conversation }: WhoseOptions): DeadLetterFilter {
  return {
    ...(tenant !== undefined && { tenantId: tenant }),
    ...(conversation !== undefined && { conversationId: conversation }),
  };
}

/** The dead letters of a gateway. */
export function openDeadLetters({ clients, tablePrefix }: Target): DeadLettersTable {
  return new DeadLettersTable(clients.dynamodb, tablePrefix);
}

/** All that the filter names, page by page; of one conversation the oldest first. */
export async function* deadLetterItems(target: Target, filter: DeadLetterFilter): AsyncGenerator<DeadLetter> {
  const table = openDeadLetters(target);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof table.list>> = await table.list(filter, cursor, perPage);
    yield* page.letters;
    cursor = page.cursor;
  } while (cursor !== null);
}

/** @throws CommandError when there is none of this id */
export async function findDeadLetter(
  target: Target,
  filter: DeadLetterFilter,
  id: string,
): Promise<DeadLetter> {
  for await (const letter of deadLetterItems(target, filter)) if (letter.id === id) return letter;
  await assertTenant(target, filter.tenantId);
  throw new CommandError(
    `There is no dead letter ${id} in ${target.label}.`,
    '`npx gateway dlq list` shows those that there are; they are kept for 14 days.',
  );
}

/** The tenant of a letter of a dead-letter queue: on AWS the pipe's groups are conversations alone. */
export function tenantOf({ group, body }: Pick<ListedLetter, 'group' | 'body'>): string | null {
  const [tenant, conversation] = group.split(':');
  if (tenant && conversation) return tenant;
  return /"tenantId":"([^"]+)"/.exec(body)?.[1] ?? null;
}

/** Whether a letter of a dead-letter queue is one that the filter names; its body says more than its group. */
export function isNamed(letter: ListedLetter, filter: DeadLetterFilter): boolean {
  const { tenantId, conversationId } = filter;
  return (
    (tenantId === undefined || tenantOf(letter) === tenantId) &&
    (conversationId === undefined || letter.group.endsWith(conversationId))
  );
}
