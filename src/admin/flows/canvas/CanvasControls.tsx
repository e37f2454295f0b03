import { useTexts } from '../../texts/texts.ts';
import type { Sight } from './use-sight.ts';

/** What the keys do, for the mouse and the finger. */
export function CanvasControls({ sight, onStart }: { readonly sight: Sight; readonly onStart: () => void }) {
  const { canvas } = useTexts();
  const actions = [
    { name: canvas.zoomIn, sign: '+', act: () => sight.zoom(1) },
    { name: canvas.zoomOut, sign: '−', act: () => sight.zoom(-1) },
    { name: canvas.fit, sign: canvas.fit, act: sight.fit },
    { name: canvas.toStart, sign: canvas.toStart, act: onStart },
  ];
  return (
    <div className="canvas-controls" dir="auto">
      {actions.map(({ name, sign, act }) => (
        <button key={name} type="button" className="canvas-control" aria-label={name} onClick={act}>
          {sign}
        </button>
      ))}
    </div>
  );
}
