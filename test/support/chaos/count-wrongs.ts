import type { TranscriptMessage } from '../../../src/operations/inspect/trace-message.ts';
import type { Outside } from './outside.ts';
import type { Talk } from './talk.ts';

/** What a seed has shown of the messages that were acknowledged. */
export interface Counted {
  acknowledged: number;
  /** Given up, and the visitor was told. */
  noticed: number;
  readonly wrongs: string[];
}

/** What a user of the chat app was sent. */
export const echoOf = (text: string) => `echo ${text}`;

/** Holds the log, the provider and the slow step's calls to what a session was promised. */
export function countWrongs(
  spoken: Talk,
  log: readonly TranscriptMessage[],
  outside: Pick<Outside, 'taken' | 'confirmedAfterS' | 'runs'>,
  counted: Counted,
): void {
  const { acknowledged, channel, user, plan, odd } = spoken;
  const wrong = (what: string) => counted.wrongs.push(`${channel} ${user}: ${what}`);
  for (const answer of odd) wrong(`answered ${answer}`);
  const said = log.filter(({ author }) => author === 'user');
  const replies =
    channel === 'webchat'
      ? log.filter(({ author }) => author === 'bot').map(({ text }) => text)
      : outside.taken.filter(({ to }) => to === user).map(({ text }) => text);
  counted.acknowledged += acknowledged.size;
  for (const text of plan.flat()) {
    const promised = acknowledged.get(text);
    const entries = said.filter((entry) => entry.text === text);
    const isNoticed = entries.length === 1 && isNotice(log[log.indexOf(entries[0] as TranscriptMessage) + 1]);
    const answers = replies.filter((reply) => reply === echoOf(text)).length;
    const runs = outside.runs.get(text)?.size ?? 0;
    if (isNoticed) counted.noticed += 1;
    if (entries.length > 1) wrong(`"${text}" is in the log ${entries.length} times`);
    if (answers > 1) {
      const told = outside.confirmedAfterS(echoOf(text)).join(' and ');
      wrong(`"${text}" is answered ${answers} times${told && `, confirmed after ${told} s`}`);
    }
    if (runs > 1) wrong(`"${text}" ran ${runs} times`);
    if (promised === undefined) continue;
    if (entries.length === 0) wrong(`"${text}" is not in the log`);
    if (answers === 0 && !isNoticed) wrong(`"${text}" is not answered`);
    if (promised !== null && entries[0] && entries[0].id !== promised)
      wrong(`"${text}" has another id than its answer named`);
  }
  for (const list of [said.map(({ text }) => text), replies.map((reply) => reply.slice(echoOf('').length))])
    if (!keepsOrder(list, spoken)) wrong(`the order is ${list.join(', ')}`);
  if (log.some(({ seq }, n) => seq !== n + 1)) wrong('the log has a gap');
}

const isNotice = (message: TranscriptMessage | undefined) =>
  message !== undefined && message.author !== 'user' && !message.text.startsWith(echoOf(''));

/** Whether what was sent after another's acknowledgement comes after it. */
function keepsOrder(list: readonly string[], { plan, acknowledged }: Talk): boolean {
  const step = new Map(plan.flatMap((together, n) => together.map((text) => [text, n] as const)));
  const steps = list.filter((text) => acknowledged.has(text)).map((text) => step.get(text) ?? -1);
  return steps.every((at, n) => n === 0 || at >= (steps[n - 1] ?? -1));
}
