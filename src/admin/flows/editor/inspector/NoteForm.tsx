import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { stepsOf } from '../document/document.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';

/** A note beside the flow: no visitor and no engine ever reads it. */
export function NoteForm({ id }: { readonly id: string }) {
  const { actions, store } = useEditor();
  const { note: texts } = useEditorTexts();
  const note = useFlow(({ layout }) => layout.notes?.find((one) => one.id === id));
  const steps = useFlow((document) => Object.keys(stepsOf(document)).join('\n'));
  const n = store.document.layout.notes?.findIndex((one) => one.id === id) ?? -1;
  if (!note) return null;
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {texts.title}
      </h2>
      <Textarea
        label={texts.text}
        rows={5}
        dir="auto"
        value={note.text}
        onChange={(event) =>
          store.do({ do: 'edit', path: ['layout', 'notes', n, 'text'], value: event.currentTarget.value })
        }
        onBlur={store.endTyping}
      />
      <NativeSelect
        label={texts.step}
        value={note.step ?? ''}
        onChange={({ currentTarget: { value } }) =>
          store.do({ do: 'edit', path: ['layout', 'notes', n, 'step'], value: value || undefined })
        }
        data={[{ value: '', label: texts.none }, ...steps.split('\n').filter(Boolean)]}
      />
      <Button variant="default" size="compact-md" onClick={() => actions.remove([`$note.${id}`])}>
        {texts.remove}
      </Button>
    </>
  );
}
