import { Button, Checkbox } from '@mantine/core';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { useTexts } from '../../../texts/texts.ts';
import { isObject, type Path } from '../document/document.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { useField } from './use-field.ts';
import { Words } from './ValidateField.tsx';
import { WayField } from './WayField.tsx';

/** Start, and where failures lead. */
export function EntranceForm({ card }: { readonly card: '$start' | '$failure' }) {
  const { canvas } = useTexts();
  const { inspector, ways } = useEditorTexts();
  const isStart = card === '$start';
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {canvas.entries[isStart ? 'start' : 'failure']}
      </h2>
      <p className="quiet hint">{isStart ? inspector.start : inspector.failure}</p>
      <WayField
        label={ways.next}
        path={['definition', isStart ? 'start' : 'onError']}
        isOptional={!isStart}
      />
    </>
  );
}

/** Words that jump from anywhere to a step. */
export function WordsForm({ n }: { readonly n: number }) {
  const { canvas } = useTexts();
  const { inspector, triggers, ways } = useEditorTexts();
  const { store } = useEditor();
  const path: Path = ['definition', 'triggers', n];
  const isThere = useFlow(
    ({ definition }) => Array.isArray(definition.triggers) && n < definition.triggers.length,
  );
  const remove = () => {
    const all = store.document.definition.triggers;
    if (Array.isArray(all)) store.do({ do: 'triggers', triggers: all.toSpliced(n, 1).filter(isObject) }, []);
  };
  if (!isThere) return null;
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {canvas.entries.words}
      </h2>
      <p className="quiet hint">{inspector.words}</p>
      <Words path={[...path, 'words']} label={triggers.words} description={triggers.hint} />
      <WayField label={ways.next} path={[...path, 'next']} isOptional={false} />
      <Flag path={[...path, 'return']} label={triggers.comesBack} />
      <Flag path={[...path, 'duringHandoff']} label={triggers.duringHandoff} />
      <Button variant="default" size="compact-md" onClick={remove}>
        {triggers.remove}
      </Button>
    </>
  );
}

function Flag({ path, label }: { readonly path: Path; readonly label: string }) {
  const { value, set, fault } = useField(path);
  return (
    <Checkbox
      label={label}
      checked={value === true}
      error={fault}
      onChange={(event) => set(event.currentTarget.checked || undefined)}
    />
  );
}
