import { initialsOf } from '../../contract/initials.ts';
import { limits } from '../../contract/limits.ts';
import { type Cell, quantileOf, sizeOf, sumOfCells } from '../../domain/runs/cells.ts';
import { addDays, hourOf } from '../../domain/runs/local-time.ts';
import type { AnsweringTeam, AnsweringTeams } from '../../ports/runs.ts';
import { type FiguresPorts, readRange, zoneOf } from './read-figures.ts';

/** What computing who answers takes. */
export type AnsweringTeamPorts = FiguresPorts & { readonly answeringTeams: AnsweringTeams };

/** Fewer first replies than these say nothing of the next. */
const fewestReplies = 10;
const shownFaces = 3;

/**
 * Computes from the reports how soon agents usually send their first reply on web chat, and who they are: once an hour at
 * most, for widgets to show.
 */
export async function noteAnsweringTeam(ports: AnsweringTeamPorts, tenantId: string): Promise<void> {
  if (!(await ports.answeringTeams.claim(tenantId))) return;
  const zone = await zoneOf(ports, tenantId);
  const to = hourOf(zone, ports.nowMs()).date;
  const from = addDays(to, 1 - limits.replyTimeDays);
  const { all } = await readRange(ports, { tenantId, zone, from, to, channel: 'webchat' });
  await ports.answeringTeams.save(tenantId, answeringTeamOf(all));
}

/** Who has answered in what was counted, those first who took most, and the median time of a first reply. */
export function answeringTeamOf(cells: readonly Cell[]): AnsweringTeam {
  const handoffs = cells.filter(({ of }) => of.kind === 'handoff');
  const { firstResponse = [] } = sumOfCells(handoffs).h;
  const replyMs = sizeOf(firstResponse) < fewestReplies ? null : quantileOf(firstResponse, 0.5);
  const people = Map.groupBy(
    handoffs.filter(({ of: { owner = '' } }) => owner.startsWith('user:')),
    ({ of: { owner } }) => owner,
  );
  const initials = [...people.values()]
    .map((own) => ({
      initials: initialsOf(own.findLast(({ of }) => of.ownerName)?.of.ownerName ?? ''),
      taken: sumOfCells(own).n.taken ?? 0,
    }))
    .filter((person) => person.taken > 0 && person.initials !== '')
    .sort((a, b) => b.taken - a.taken)
    .slice(0, shownFaces);
  return { replyMs, initials: initials.map((person) => person.initials) };
}
