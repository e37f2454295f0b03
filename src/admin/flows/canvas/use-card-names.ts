import { useMemo } from 'react';
import { useTexts } from '../../texts/texts.ts';
import type { CardOnCanvas } from './read-canvas.ts';

/** What cards and ways are called to those who hear the page. */
export function useCardNames() {
  const { canvas, flows } = useTexts();
  return useMemo(() => {
    const { kinds, unknownKind } = flows;
    const card = (one: CardOnCanvas) =>
      one.sort === 'step'
        ? `${kinds[one.step.kind as keyof typeof kinds] ?? unknownKind} ${one.id}`
        : [canvas.entries[one.sort], ...(one.trigger?.words ?? [])].join(' ');
    return {
      card,
      way: (from: string, to: string) => `${from} → ${to}`,
      said: (one: CardOnCanvas, position: number, all: number) =>
        canvas.said(card(one), one.ways.length, position, all),
    };
  }, [canvas, flows]);
}
