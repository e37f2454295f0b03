import { useTimes } from '../../../app/use-times.ts';
import { ReferenceCode } from '../../../states/ReferenceCode.tsx';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { useEditor, useSaving } from '../store/editor-context.ts';

/** Where the work is: never "Saved" before it is. */
export function SavingLabel() {
  const { saver } = useEditor();
  const { saving } = useSaving();
  const { saving: texts } = useEditorTexts();
  const times = useTimes();
  switch (saving.kind) {
    case 'saved':
      return (
        <span role="status" className="quiet">
          {saving.atMs === null ? texts.saved : texts.savedAt(times.clock(saving.atMs))}
        </span>
      );
    case 'saving':
      return (
        <span role="status" className="quiet">
          {texts.saving}
        </span>
      );
    case 'kept':
      return (
        <span role="status" className="warn">
          {texts.kept}
        </span>
      );
    case 'overlap':
      return (
        <span role="status" className="warn">
          {texts.overlap}
        </span>
      );
    case 'refused':
      return (
        <span role="alert" className="bad">
          {texts.refused(saving.error.message)}{' '}
          {saving.error.correlationId !== null && <ReferenceCode code={saving.error.correlationId} />}{' '}
          <button type="button" className="text-button" onClick={() => void saver.save()}>
            {texts.again}
          </button>
        </span>
      );
  }
}
