import { ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import type { DraftContent } from '../../../contract/admin/flows.ts';
import { Rows } from '../../states/Rows.tsx';
import { useSpeech } from '../../texts/texts.ts';
import { CanvasView } from './CanvasView.tsx';
import { readCanvas } from './read-canvas.ts';
import { usePlaces } from './use-places.ts';
import './canvas.css';

/** A flow as a picture to look at: its steps where an editor has put them, or arranged. @see console.md 4 */
export function FlowCanvas({
  definition,
  layout,
  ...rest
}: Pick<DraftContent, 'definition' | 'layout'> & {
  /** Names the picture to those who hear the page. */
  readonly title: string;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  /** The reader wants to read all of the step that is chosen. */
  readonly onRead: () => void;
}) {
  const { language, texts } = useSpeech();
  const canvas = useMemo(() => readCanvas(definition, language), [definition, language]);
  const { places, isBroken } = usePlaces(canvas, layout.positions);
  if (isBroken) return <p role="alert">{texts.canvas.broken}</p>;
  if (!places) return <Rows />;
  return (
    <ReactFlowProvider>
      {/* Another draft, or another language, is another picture. */}
      <CanvasView canvas={canvas} places={places} layout={layout} {...rest} />
    </ReactFlowProvider>
  );
}
