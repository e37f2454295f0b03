import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Rows } from '../../../components/Rows.tsx';
import { CanvasView } from './CanvasView.tsx';
import type { CardMarks } from './card-marks.ts';
import { foldedGroups, foldGroups, groupCardId } from './fold-groups.ts';
import { readCanvas } from './read-canvas.ts';
import { usePlaces } from './use-places.ts';
import './canvas.css';

const noMarks: CardMarks = {};
const noGroups: NonNullable<DraftContent['layout']['groups']> = [];

/** A flow as a picture to look at: its steps where an editor has put them, or arranged. @see console.md 4 */
export function FlowCanvas({
  definition,
  layout,
  marks = noMarks,
  ...rest
}: Pick<DraftContent, 'definition' | 'layout'> & {
  /** Names the picture to those who hear the page. */
  readonly title: string;
  readonly marks?: CardMarks;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  /** The reader wants to read all of the step that is chosen. */
  readonly onRead: () => void;
}) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const canvas = useMemo(() => readCanvas(definition, language), [definition, language]);
  const { places, isBroken } = usePlaces(canvas, layout.positions);
  const { chosen, onChoose } = rest;
  const groups = layout.groups ?? noGroups;
  const [folded, setFolded] = useState(
    () => new Set(groups.filter((group) => group.folded).map(({ id }) => id)),
  );
  const shown = useMemo(
    () => places && foldGroups({ canvas, places }, foldedGroups(groups, folded, chosen)),
    [canvas, places, groups, folded, chosen],
  );
  const fold = useCallback(
    (id: string) => {
      setFolded((before) => new Set([...before, id]));
      onChoose(groupCardId(id));
    },
    [onChoose],
  );
  const unfold = useCallback(
    (id: string) => {
      setFolded((before) => new Set([...before].filter((one) => one !== id)));
      onChoose(groups.find((group) => group.id === id)?.steps[0] ?? null);
    },
    [groups, onChoose],
  );
  if (isBroken) return <p role="alert">{t('canvas.broken')}</p>;
  if (!shown) return <Rows />;
  return (
    <ReactFlowProvider>
      {/* Another draft, or another language, is another picture. */}
      <CanvasView {...shown} layout={layout} marks={marks} fold={fold} unfold={unfold} {...rest} />
    </ReactFlowProvider>
  );
}
