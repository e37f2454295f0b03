import { limits } from '../../contract/limits.ts';
import type { VisitorName } from '../../ports/personal-data.ts';
import { closeErased, sweep, type Traces, takeAway } from './erase-conversation.ts';
import { type FoundVisitor, findVisitor } from './find-visitor.ts';
import type { PeoplePorts } from './people-ports.ts';

/** What was erased. */
export interface Erased {
  readonly conversations: number;
  readonly turns: number;
  readonly deadLetters: number;
  readonly names: number;
}

/**
 * Erases everything that is kept of a visitor: conversations, log, answers, received and over-large messages, statuses,
 * dead letters, names. What they write from now on is a new conversation; what they wrote before and lies on a queue is
 * dropped. Takes six seconds at least where there is something, since a turn that was committed may still be written
 * down. Done again, it goes on where it was interrupted.
 * @see design 9, docs/data.md
 */
export async function eraseVisitor(ports: PeoplePorts, visitor: VisitorName): Promise<Erased> {
  const found = await findVisitor(ports, visitor);
  const all: Traces[] = [];
  for (const conversationId of found.conversationIds) {
    const traces = await takeAway(ports, visitor, conversationId);
    if (traces) all.push(traces);
  }
  let deadLetters = 0;
  for (const traces of all) deadLetters += (await sweep(ports, traces)).deadLetters;
  if (all.some(({ wasAlive }) => wasAlive)) {
    await ports.pause(limits.erasureSettlesMs);
    for (const traces of all) deadLetters += (await sweep(ports, traces)).deadLetters;
  }
  const names = await forgetNames(ports, visitor, found, all);
  for (const traces of all) await closeErased(ports, traces);
  return {
    conversations: all.filter(({ wasAlive, turns }) => wasAlive || turns.size > 0).length,
    turns: all.reduce((sum, { turns }) => sum + turns.size, 0),
    deadLetters,
    names,
  };
}

/** Numbers that they have given up too, as far as the log tells; none that somebody else has now. */
async function forgetNames(
  { people, personal }: PeoplePorts,
  { tenantId, channel }: VisitorName,
  { known }: FoundVisitor,
  all: readonly Traces[],
): Promise<number> {
  const said = all.flatMap(({ turns }) =>
    [...turns.values()].flatMap(({ to, phone }) => [to, ...(phone ? [phone.replace(/^\+/, '')] : [])]),
  );
  let forgotten = 0;
  for (const { accountId, names } of known) {
    const of = { tenantId, channel, accountId };
    const keys = new Set([...names.values()].map(({ key }) => key));
    const others = await people.find(
      of,
      [...new Set(said)].filter((name) => !names.has(name)),
    );
    const theirs = [...others].flatMap(([name, { key }]) =>
      keys.has(key) || key.startsWith(`${name}#`) ? [name] : [],
    );
    const gone = [...names.keys(), ...theirs];
    await personal.forgetNames(of, gone);
    forgotten += gone.length;
  }
  return forgotten;
}
