import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { stepTypeName } from '../view/connection-name.ts';
import type { CardMarks } from './card-marks.ts';
import type { CardOnCanvas } from './read-canvas.ts';

/** Returns the accessible names of cards and connections. */
export function useCardNames({ differences, faults, numbers }: CardMarks) {
  const { t } = useTranslation('flows');
  return useMemo(() => {
    const nameOf = (one: CardOnCanvas) => {
      if (one.sort === 'step') return `${stepTypeName(one.step.kind, t)} ${one.id}`;
      if (one.sort === 'group') return t('canvas.group', { title: one.title, count: one.steps.length });
      return [t(`canvas.entries.${one.sort}`), ...(one.trigger?.words ?? [])].join(' ');
    };
    const card = (one: CardOnCanvas) => {
      const mark = differences?.get(one.id);
      const count = faults?.get(one.id);
      const shown = numbers?.get(one.id)?.text;
      return [nameOf(one), mark && t(`compare.marks.${mark}`), count && t('faults', { count }), shown]
        .filter(Boolean)
        .join(', ');
    };
    return {
      card,
      way: (from: string, to: string) => `${from} → ${to}`,
      said: (one: CardOnCanvas, position: number, all: number) =>
        t('canvas.said', { card: card(one), count: one.ways.length, position, all }),
    };
  }, [t, differences, faults, numbers]);
}
