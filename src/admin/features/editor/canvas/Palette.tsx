import { useTranslation } from 'react-i18next';
import type { StepKind } from '../../../../contract/flow.ts';
import { KindIcon } from '../../flows/canvas/KindIcon.tsx';
import { stepKinds } from '../document/new-step.ts';

/** What is dragged from the palette: a kind of step. */
export const paletteType = 'application/x-flow-step';

/** The kinds of step, to be dragged onto the canvas or pressed; and the steps put in order. */
export function Palette({
  onAdd,
  onArrange,
  isArranging,
}: {
  readonly onAdd: (kind: StepKind) => void;
  readonly onArrange: () => void;
  readonly isArranging: boolean;
}) {
  const { t } = useTranslation('flows');
  return (
    <div role="toolbar" aria-label={t('canvas.palette')} className="palette">
      {stepKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="palette-kind"
          data-kind={kind}
          draggable
          onDragStart={(event) => event.dataTransfer.setData(paletteType, kind)}
          onClick={() => onAdd(kind)}
        >
          <KindIcon kind={kind} /> {t(`kinds.${kind}`)}
        </button>
      ))}
      <button
        type="button"
        className="palette-kind palette-arrange"
        disabled={isArranging}
        onClick={onArrange}
      >
        ▦ {t('canvas.arrange')}
      </button>
    </div>
  );
}
