import { useMemo } from 'react';
import type { CardMarks } from '../canvas/card-marks.ts';
import { EditableCanvas } from './canvas/EditableCanvas.tsx';
import { useFaults } from './inspector/use-field.ts';

/** The flow as a picture: a step that is chosen in it is filled in beside it. */
export function EditorCanvas({
  walked,
  onInspect,
}: {
  /** What the test chat has gone through last. */
  readonly walked: CardMarks['walked'];
  readonly onInspect: () => void;
}) {
  const { byCard } = useFaults();
  const marks = useMemo(
    (): CardMarks => ({
      faults: new Map([...byCard].map(([id, found]) => [id, found.length])),
      ...(walked && { walked }),
    }),
    [byCard, walked],
  );
  return <EditableCanvas marks={marks} onRead={onInspect} />;
}
