import { ReactFlowProvider } from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../locales/use-language.ts';
import { Rows } from '../../../components/Rows.tsx';
import type { CardMarks } from '../../flows/canvas/card-marks.ts';
import { foldGroups } from '../../flows/canvas/fold-groups.ts';
import { readCanvas } from '../../flows/canvas/read-canvas.ts';
import type { JsonObject } from '../document/document.ts';
import { portsOf } from '../document/ports.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { EditView } from './EditView.tsx';
import { useSteadyPlaces } from './use-steady-places.ts';
import '../../flows/canvas/canvas.css';

const findWays = (id: string, step: Readonly<Record<string, unknown>>) => portsOf(id, step as JsonObject);

/** The flow as a picture to work on. @see console.md 4 */
export function EditableCanvas({
  marks,
  onRead,
}: {
  readonly marks: CardMarks;
  readonly onRead: () => void;
}) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const { store } = useEditor();
  const definition = useFlow((document) => document.definition);
  const layout = useFlow((document) => document.layout);
  const canvas = useMemo(() => readCanvas(definition, language, findWays), [definition, language]);
  const { places, isBroken } = useSteadyPlaces(canvas, layout.positions);
  const shown = useMemo(
    () =>
      places &&
      foldGroups(
        { canvas, places },
        (layout.groups ?? []).filter(({ folded }) => folded),
      ),
    [canvas, places, layout.groups],
  );
  if (isBroken) return <p role="alert">{t('canvas.broken')}</p>;
  if (!shown || !places) return <Rows />;
  const fold = (id: string, folded: boolean) => {
    const group = layout.groups?.find((one) => one.id === id);
    if (!group) return;
    const { id: _, ...rest } = group;
    store.do({ do: 'group', id, group: { ...rest, folded } });
  };
  return (
    <ReactFlowProvider>
      <EditView {...shown} all={places} layout={layout} marks={marks} onFold={fold} onRead={onRead} />
    </ReactFlowProvider>
  );
}
