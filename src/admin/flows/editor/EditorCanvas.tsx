import { useMemo } from 'react';
import { FlowCanvas } from '../canvas/FlowCanvas.tsx';
import { useFaults } from './inspector/use-field.ts';
import { useEditor, useFlow, useSelection } from './store/editor-context.ts';

/** The flow as a picture: a step that is chosen in it is filled in beside it. */
export function EditorCanvas({ onInspect }: { readonly onInspect: () => void }) {
  const { flowId, store } = useEditor();
  const definition = useFlow((document) => document.definition);
  const layout = useFlow((document) => document.layout);
  const [chosen = null] = useSelection();
  const { byCard } = useFaults();
  const marks = useMemo(
    () => ({ faults: new Map([...byCard].map(([id, found]) => [id, found.length])) }),
    [byCard],
  );
  return (
    <FlowCanvas
      {...{ definition, layout, marks, chosen }}
      title={flowId}
      onChoose={(id) => store.select(id === null ? [] : [id])}
      onRead={onInspect}
    />
  );
}
