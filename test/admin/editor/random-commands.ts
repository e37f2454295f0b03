import * as fc from 'fast-check';
import { clipOf } from '../../../src/admin/features/editor/document/clip.ts';
import type { Command } from '../../../src/admin/features/editor/document/command.ts';
import { type FlowDocument, stepsOf } from '../../../src/admin/features/editor/document/document.ts';
import { allPorts } from '../../../src/admin/features/editor/document/outline.ts';
import { newStep, stepKinds } from '../../../src/admin/features/editor/document/steps.ts';
import { variablesOf } from '../../../src/admin/features/editor/document/variables.ts';

/** A command that fits the document as it is at the time: which one, and on what, is drawn beforehand. */
export type DrawnCommand = (document: FlowDocument) => Command;

type Pick = <Value>(values: readonly Value[]) => Value | undefined;

const makers: readonly ((document: FlowDocument, pick: Pick, text: string) => Command | undefined)[] = [
  (document, pick, text) => {
    const made = newStep(document, pick(stepKinds) ?? 'end');
    const from = pick([undefined, ...allPorts(document).map(({ path }) => path)]);
    return { do: 'add', ...made, at: { x: text.length, y: 7 }, ...(from && { from }) };
  },
  (document, pick) => ({
    do: 'remove',
    ids: [pick(idsOf(document)), pick(idsOf(document))].filter((id) => id !== undefined),
  }),
  (document, pick, text) => ({
    do: 'edit',
    path: ['definition', 'steps', pick(idsOf(document)) ?? 'none', 'text'],
    value: text,
  }),
  (_, __, text) => ({ do: 'edit', path: ['definition', 'title'], value: text || undefined }),
  (document, pick) => {
    const [from, to] = [pick(allPorts(document)), pick(idsOf(document))];
    return from && to ? { do: 'connect', from: from.path, to } : undefined;
  },
  (document, pick) => ({ do: 'disconnect', from: pick(allPorts(document))?.path ?? ['definition', 'start'] }),
  (document, pick, text) => ({
    do: 'rename',
    from: pick(idsOf(document)) ?? 'none',
    to: `step_${text.length}`,
  }),
  (document, pick, text) => ({
    do: 'move',
    steps: { [pick(idsOf(document)) ?? 'none']: { x: text.length * 10, y: 3 } },
  }),
  (document, pick) => ({
    do: 'group',
    id: pick(['a', 'b']) ?? 'a',
    group: pick([null, { title: 'Group', steps: idsOf(document).slice(0, 2) }]) ?? null,
  }),
  (_, pick, text) => ({
    do: 'note',
    id: pick(['n1', 'n2']) ?? 'n1',
    note: pick([null, { text, x: 1, y: 2 }]) ?? null,
  }),
  (_, pick, text) => ({
    do: 'variable',
    name: pick(['order_id', 'name']) ?? 'name',
    value: text || undefined,
  }),
  (document, pick, text) => ({
    do: 'rename-variable',
    from: pick(variablesOf(document))?.name ?? 'none',
    to: `v${text.length}`,
  }),
  (document, pick, text) => ({
    do: 'triggers',
    triggers: text ? [{ words: [text], next: pick(idsOf(document)) ?? 'none' }] : [],
  }),
  (document, pick) => ({
    do: 'paste',
    clip: clipOf(document, [pick(idsOf(document)) ?? 'none']),
    at: { x: 0, y: 0 },
  }),
  (document, pick) => ({
    do: 'reorder',
    path: ['definition', 'steps', pick(idsOf(document)) ?? 'none', 'choices'],
    from: 0,
    to: 1,
  }),
  (document, _, text) => ({
    do: 'replace',
    content: { definition: { ...document.definition, title: text } },
    why: 'json',
  }),
  (document, _, text) => ({
    do: 'merge',
    merged: { ...document, conversations: [{ title: text, steps: [] }] },
  }),
];

/** Commands of every kind. */
export const drawnCommand: fc.Arbitrary<DrawnCommand> = fc
  .record({
    maker: fc.nat(makers.length - 1),
    numbers: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
    text: fc.string({ maxLength: 12 }),
  })
  .map(({ maker, numbers, text }) => (document: FlowDocument) => {
    let drawn = 0;
    const pick: Pick = (values) => {
      drawn += 1;
      return values.length === 0 ? undefined : values[(numbers[drawn % 4] ?? 0) % values.length];
    };
    return makers[maker]?.(document, pick, text) ?? { do: 'triggers', triggers: [] };
  });

const idsOf = (document: FlowDocument) => Object.keys(stepsOf(document));
