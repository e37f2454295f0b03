import { useTranslation } from 'react-i18next';
import { useTimes } from '../../../components/use-times.ts';
import { ReferenceCode } from '../../../components/ReferenceCode.tsx';
import { useEditor, useSaving } from '../store/editor-context.ts';

/** Where the work is: never "Saved" before it is. */
export function SavingLabel() {
  const { saver } = useEditor();
  const { saving } = useSaving();
  const { t } = useTranslation('editor');
  const times = useTimes();
  switch (saving.kind) {
    case 'saved':
      return (
        <span role="status" className="quiet">
          {saving.atMs === null ? t('saving.saved') : t('saving.savedAt', { time: times.clock(saving.atMs) })}
        </span>
      );
    case 'saving':
      return (
        <span role="status" className="quiet">
          {t('saving.saving')}
        </span>
      );
    case 'kept':
      return (
        <span role="status" className="warn">
          {t('saving.kept')}
        </span>
      );
    case 'overlap':
      return (
        <span role="status" className="warn">
          {t('saving.overlap')}
        </span>
      );
    case 'refused':
      return (
        <span role="alert" className="bad">
          {t('saving.refused', { why: saving.error.message })}{' '}
          {saving.error.correlationId !== null && <ReferenceCode code={saving.error.correlationId} />}{' '}
          <button type="button" className="text-button" onClick={() => void saver.save()}>
            {t('saving.again')}
          </button>
        </span>
      );
  }
}
