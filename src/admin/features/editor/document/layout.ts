import type { FlowDocument, Group, Layout, Note, Point } from './document.ts';

/** Positions of steps and notes as an editor has put them. */
export function move(
  layout: Layout,
  steps: Readonly<Record<string, Point>>,
  notes: Readonly<Record<string, Point>> = {},
): Layout {
  return {
    ...layout,
    ...(Object.keys(steps).length > 0 && { positions: { ...layout.positions, ...rounded(steps) } }),
    ...(layout.notes && {
      notes: layout.notes.map((note) =>
        notes[note.id] ? { ...note, ...round(notes[note.id] ?? note) } : note,
      ),
    }),
  };
}

/** Makes, changes or dissolves a group. A step is in one group only. */
export function setGroup(layout: Layout, id: string, group: Omit<Group, 'id'> | null): Layout {
  const before = layout.groups ?? [];
  const members = new Set(group?.steps);
  const others = before.map((one) =>
    one.id === id ? one : { ...one, steps: one.steps.filter((step) => !members.has(step)) },
  );
  return {
    ...layout,
    groups: replaced(others, id, group && { id, ...group }).filter(({ steps }) => steps.length > 0),
  };
}

/** Writes, changes or throws away a note. */
export function setNote(layout: Layout, id: string, note: Omit<Note, 'id'> | null): Layout {
  return { ...layout, notes: replaced(layout.notes ?? [], id, note && { id, ...note }) };
}

/** The same layout of steps that are called otherwise, or are gone (null); a note attached to one of those stays in place. */
export function withSteps(layout: Layout, nameOf: (id: string) => string | null): Layout {
  const { positions, groups, notes } = layout;
  const named = (ids: readonly string[]) => ids.flatMap((id) => nameOf(id) ?? []);
  return {
    ...layout,
    ...(positions && {
      positions: Object.fromEntries(
        Object.entries(positions).flatMap(([id, at]) => named([id]).map((name) => [name, at])),
      ),
    }),
    ...(groups && {
      groups: groups
        .map((group) => ({ ...group, steps: named(group.steps) }))
        .filter(({ steps }) => steps.length > 0),
    }),
    ...(notes && {
      notes: notes.map(({ step, ...note }) => {
        const [on] = named(step === undefined ? [] : [step]);
        return on === undefined ? note : { ...note, step: on };
      }),
    }),
  };
}

/** Returns a document with another layout; the same document if they are equal. */
export function withLayout(document: FlowDocument, layout: Layout): FlowDocument {
  return JSON.stringify(layout) === JSON.stringify(document.layout) ? document : { ...document, layout };
}

function replaced<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  id: string,
  next: Entry | null,
): Entry[] {
  if (next === null) return entries.filter((entry) => entry.id !== id);
  const isThere = entries.some((entry) => entry.id === id);
  return isThere ? entries.map((entry) => (entry.id === id ? next : entry)) : [...entries, next];
}

function rounded(points: Readonly<Record<string, Point>>): Record<string, Point> {
  return Object.fromEntries(Object.entries(points).map(([id, point]) => [id, round(point)]));
}

/** Parts of a pixel are no difference between two drafts. */
const round = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) });
