import { useMemo } from 'react';
import type { CardMarks } from '../flows/canvas/card-marks.ts';
import { EditableCanvas } from './canvas/EditableCanvas.tsx';
import { useFaults } from './inspector/use-field.ts';

/** The flow as a picture: a step that is chosen in it is filled in beside it. */
export function EditorCanvas({
  walked,
  unwalked,
  onInspect,
}: {
  /** What the test chat has gone through last. */
  readonly walked: CardMarks['walked'];
  /** Ways that no scripted conversation takes, while that is shown. */
  readonly unwalked: CardMarks['unwalked'];
  readonly onInspect: () => void;
}) {
  const { byCard } = useFaults();
  const marks = useMemo(
    (): CardMarks => ({
      faults: new Map([...byCard].map(([id, found]) => [id, found.length])),
      ...(walked && { walked }),
      ...(unwalked && { unwalked }),
    }),
    [byCard, walked, unwalked],
  );
  return <EditableCanvas marks={marks} onRead={onInspect} />;
}
