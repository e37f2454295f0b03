import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { stepsOf } from '../document/document.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';

/** A note beside the flow: no visitor and no engine ever reads it. */
export function NoteForm({ id }: { readonly id: string }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const note = useFlow(({ layout }) => layout.notes?.find((one) => one.id === id));
  const steps = useFlow((document) => Object.keys(stepsOf(document)).join('\n'));
  const n = store.document.layout.notes?.findIndex((one) => one.id === id) ?? -1;
  if (!note) return null;
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {t('note.title')}
      </h2>
      <Textarea
        label={t('note.text')}
        rows={5}
        dir="auto"
        value={note.text}
        onChange={(event) =>
          store.do({ do: 'edit', path: ['layout', 'notes', n, 'text'], value: event.currentTarget.value })
        }
        onBlur={store.endTyping}
      />
      <NativeSelect
        label={t('note.step')}
        value={note.step ?? ''}
        onChange={({ currentTarget: { value } }) =>
          store.do({ do: 'edit', path: ['layout', 'notes', n, 'step'], value: value || undefined })
        }
        data={[{ value: '', label: t('note.none') }, ...steps.split('\n').filter(Boolean)]}
      />
      <Button variant="default" size="compact-md" onClick={() => actions.remove([`$note.${id}`])}>
        {t('note.remove')}
      </Button>
    </>
  );
}
