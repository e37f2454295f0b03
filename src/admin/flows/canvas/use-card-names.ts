import { useMemo } from 'react';
import { useTexts } from '../../texts/texts.ts';
import type { CardMarks } from './card-marks.ts';
import type { CardOnCanvas } from './read-canvas.ts';

/** What cards and ways are called to those who hear the page. */
export function useCardNames({ differences, faults, numbers }: CardMarks) {
  const { canvas, flows } = useTexts();
  return useMemo(() => {
    const { kinds, unknownKind } = flows;
    const nameOf = (one: CardOnCanvas) => {
      if (one.sort === 'step')
        return `${kinds[one.step.kind as keyof typeof kinds] ?? unknownKind} ${one.id}`;
      if (one.sort === 'group') return canvas.group(one.title, one.steps.length);
      return [canvas.entries[one.sort], ...(one.trigger?.words ?? [])].join(' ');
    };
    const card = (one: CardOnCanvas) => {
      const mark = differences?.get(one.id);
      const count = faults?.get(one.id);
      const shown = numbers?.get(one.id)?.text;
      return [nameOf(one), mark && flows.compare.marks[mark], count && flows.faults(count), shown]
        .filter(Boolean)
        .join(', ');
    };
    return {
      card,
      way: (from: string, to: string) => `${from} → ${to}`,
      said: (one: CardOnCanvas, position: number, all: number) =>
        canvas.said(card(one), one.ways.length, position, all),
    };
  }, [canvas, flows, differences, faults, numbers]);
}
