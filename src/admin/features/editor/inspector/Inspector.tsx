import { useTranslation } from 'react-i18next';
import { useEditor, useHistory, useSelection } from '../store/editor-context.ts';
import { EntranceForm, WordsForm } from './EntryForm.tsx';
import { FlowForm } from './FlowForm.tsx';
import { NoteForm } from './NoteForm.tsx';
import { StepForm } from './StepForm.tsx';

/** What is chosen, to be filled in. */
export function Inspector({ onBack }: { readonly onBack: () => void }) {
  const selection = useSelection();
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const [id, ...others] = selection;
  const formKey = useHistory(() => store.formKey);
  return (
    <aside
      aria-label={t('inspector.label')}
      className="inspector"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onBack();
      }}
    >
      {id !== undefined && (
        <button type="button" className="text-button" onClick={() => store.select([])}>
          {t('inspector.toFlow')}
        </button>
      )}
      {others.length > 0 ? (
        <p>{t('inspector.several', { count: selection.length })}</p>
      ) : (
        <Chosen key={formKey} id={id ?? null} />
      )}
    </aside>
  );
}

function Chosen({ id }: { readonly id: string | null }) {
  if (id === null) return <FlowForm />;
  if (id === '$start' || id === '$failure') return <EntranceForm card={id} />;
  if (id.startsWith('$words.')) return <WordsForm n={Number(id.slice('$words.'.length))} />;
  if (id.startsWith('$note.')) return <NoteForm id={id.slice('$note.'.length)} />;
  if (id.startsWith('$')) return null;
  return <StepForm id={id} />;
}
