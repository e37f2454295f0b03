import type { FlowDocument } from '../document/document.ts';
import {
  type OutlinedEntry,
  type OutlinedStep,
  type Port,
  readOutline,
  stepsInOrder,
} from '../document/outline.ts';

/** A row of the list; `key` names it for life, `card` is what is chosen with it. */
export interface Row {
  readonly key: string;
  readonly card: string;
  readonly level: number;
  readonly sort: 'entrance' | 'group' | 'step' | 'way';
  /** For a connection or an entry point. */
  readonly port: Port | null;
  /** The number of rows within it. */
  readonly within: number;
  readonly isOpen: boolean;
  /** Its position among its siblings. */
  readonly position: number;
  readonly siblings: number;
}

type Bare = Omit<Row, 'position' | 'siblings'>;

/**
 * The flow as rows in reading order: entry points, steps with their connections, groups around steps.
 * @param closed keys of the rows that show nothing of what is within them
 */
export function readRows(document: FlowDocument, closed: ReadonlySet<string>): readonly Row[] {
  const outline = readOutline(document.definition);
  const steps = stepsInOrder(outline);
  const groups = document.layout.groups ?? [];
  const groupOf = new Map(
    groups.toReversed().flatMap((group) => group.steps.map((id) => [id, group] as const)),
  );
  const rows: Bare[] = outline.entries.map(entryRow);
  const done = new Set<string>();
  const addStep = ({ id, ports }: OutlinedStep, level: number) => {
    const key = `step ${id}`;
    const isOpen = !closed.has(key);
    rows.push({ key, card: id, level, sort: 'step', port: null, within: ports.length, isOpen });
    if (isOpen) rows.push(...ports.map((port) => wayRow(id, port, level + 1)));
  };
  for (const step of steps) {
    const group = groupOf.get(step.id);
    if (!group) addStep(step, 1);
    if (!group || done.has(group.id)) continue;
    done.add(group.id);
    const key = `group ${group.id}`;
    const isOpen = !closed.has(key);
    const members = steps.filter(({ id }) => groupOf.get(id) === group);
    rows.push({
      key,
      card: `$group.${group.id}`,
      level: 1,
      sort: 'group',
      port: null,
      within: members.length,
      isOpen,
    });
    if (isOpen) for (const member of members) addStep(member, 2);
  }
  return placed(rows);
}

function entryRow({ card, port }: OutlinedEntry): Bare {
  return { key: `entrance ${card}`, card, level: 1, sort: 'entrance', port, within: 0, isOpen: false };
}

function wayRow(id: string, port: Port, level: number): Bare {
  return { key: `way ${id} ${port.key}`, card: id, level, sort: 'way', port, within: 0, isOpen: false };
}

/** Counts each row among those of its parent, which comes before it with a smaller level. */
function placed(rows: readonly Bare[]): Row[] {
  const families: { position: number }[][] = [];
  const last: ({ position: number }[] | undefined)[] = [];
  const made = rows.map((row) => {
    last.length = row.level;
    const family = last[row.level - 1] ?? [];
    last[row.level - 1] = family;
    families.push(family);
    const counted = { ...row, position: family.length + 1, siblings: 0 };
    family.push(counted);
    return counted;
  });
  return made.map((row, n) => ({ ...row, siblings: families[n]?.length ?? 1 }));
}
