import { expect, it } from 'vitest';
import { initialsOf } from '../../../src/contract/initials.ts';
import type { Cell } from '../../../src/domain/runs/cells.ts';
import { countHandoff } from '../../../src/domain/runs/count-run.ts';
import { answeringTeamOf } from '../../../src/operations/reports/note-answering-team.ts';

const minuteMs = 60_000;
let n = 0;
/** A handoff that an agent has answered after so many minutes. */
const answered = (name: string, minutes: number, kind: 'user' | 'center' = 'user'): Cell => {
  n += 1;
  return countHandoff({
    ...{ channel: 'webchat', place: 'acme-web', flow: { id: 'support', version: 1 } },
    handoff: {
      ...{ id: String(n), queue: 'default', requestedAtMs: 0, takenAtMs: minuteMs / 2 },
      owner: { kind, id: name, name },
      firstAgentAtMs: minutes * minuteMs,
    },
  } as Parameters<typeof countHandoff>[0]);
};

it('the usual reply time is the median of ten first replies, and unknown with nine', () => {
  const replies = [1, 2, 3, 4, 5, 6, 7, 8, 60].map((minutes) => answered('Maria', minutes));
  expect(answeringTeamOf(replies).replyMs).toBeNull();
  const { replyMs } = answeringTeamOf([...replies, answered('Maria', 5)]);
  expect(Math.abs((replyMs ?? 0) - 5 * minuteMs)).toBeLessThan(minuteMs / 2);
});

it('the team is the initials of the three people who took most, without contact centers', () => {
  const taken = [
    ...['Zoe Zhang', 'Zoe Zhang', 'Zoe Zhang', 'Ada Lovelace', 'Ada Lovelace', 'Cem'],
    ...['Edgar van Dyk', 'Edgar van Dyk'],
  ].map((name) => answered(name, 1));
  const center = Array.from({ length: 5 }, () => answered('Genesys', 1, 'center'));
  expect(answeringTeamOf([...taken, ...center]).initials.toSorted()).toEqual(['AL', 'ED', 'ZZ']);
  expect(answeringTeamOf([...taken, ...center]).initials[0]).toBe('ZZ');
  expect(answeringTeamOf([])).toEqual({ replyMs: null, initials: [] });
});

it.each([
  ['Edgar Editor', 'EE'],
  ['maria', 'M'],
  ['Ada King Lovelace', 'AL'],
  ['👩‍💻 Ada 🎉', 'A'],
  ['ada.lovelace@acme.example', 'AE'],
  ['محمد علي', 'مع'],
  ['山田 太郎', '山太'],
  ['🎉', ''],
  ['', ''],
])('of %j the initials are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
