import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { useEditor, useHistory, useSelection } from '../store/editor-context.ts';
import { EntranceForm, WordsForm } from './EntryForm.tsx';
import { FlowForm } from './FlowForm.tsx';
import { NoteForm } from './NoteForm.tsx';
import { StepForm } from './StepForm.tsx';

/** What is chosen, to be filled in. */
export function Inspector({ onBack }: { readonly onBack: () => void }) {
  const selection = useSelection();
  const { store } = useEditor();
  const { inspector } = useEditorTexts();
  const [id, ...others] = selection;
  const formKey = useHistory(() => store.formKey);
  return (
    <aside
      aria-label={inspector.label}
      className="inspector"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onBack();
      }}
    >
      {id !== undefined && (
        <button type="button" className="text-button" onClick={() => store.select([])}>
          {inspector.toFlow}
        </button>
      )}
      {others.length > 0 ? (
        <p>{inspector.several(selection.length)}</p>
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
