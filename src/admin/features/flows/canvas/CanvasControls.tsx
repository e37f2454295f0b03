import { MiniMap, useStore } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import { useDistance } from './use-distance.ts';
import type { Sight } from './use-sight.ts';

interface Props {
  readonly sight: Sight;
  readonly isMirrored: boolean;
  /** The step that the flow begins with; null where it has none. */
  readonly start: string | null;
}

/** From so many steps on the map is worth its place. */
const mapFrom = 20;
/** Small: what stands in its corner is below it. */
const mapSize = { width: 144, height: 96 };

/** The map, and what the keys do, for the mouse and the finger. */
export function CanvasControls({ sight, isMirrored, start }: Props) {
  const { t } = useTranslation('flows');
  const isLarge = useStore(({ nodes }) => nodes.length > mapFrom);
  useDistance();
  const actions = [
    { name: t('canvas.zoomIn'), sign: '+', act: () => sight.zoom(1) },
    { name: t('canvas.zoomOut'), sign: '−', act: () => sight.zoom(-1) },
    { name: t('canvas.fit'), sign: t('canvas.fit'), act: sight.fit },
    { name: t('canvas.toStart'), sign: t('canvas.toStart'), act: () => sight.show(start) },
  ];
  return (
    <>
      {isLarge && (
        <MiniMap
          ariaLabel={t('canvas.map')}
          position={isMirrored ? 'bottom-left' : 'bottom-right'}
          className="canvas-map"
          style={mapSize}
          pannable
        />
      )}
      <div className="canvas-controls" dir="auto">
        {actions.map(({ name, sign, act }) => (
          <button key={name} type="button" className="canvas-control" aria-label={name} onClick={act}>
            {sign}
          </button>
        ))}
      </div>
    </>
  );
}
