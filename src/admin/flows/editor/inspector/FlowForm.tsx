import { Button } from '@mantine/core';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { isObject } from '../document/document.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { FaultText } from './FaultText.tsx';
import { useFaults } from './use-field.ts';
import { Line } from './ValidateField.tsx';
import { Variables } from './Variables.tsx';

/** What belongs to the flow and to no step. */
export function FlowForm() {
  const { store } = useEditor();
  const { inspector, triggers } = useEditorTexts();
  const { byCard } = useFaults();
  const words = useFlow(({ definition }) => definition.triggers);
  const listed = Array.isArray(words) ? words : [];
  const add = () => {
    const next = [...listed.filter(isObject), { words: [] }];
    store.do({ do: 'triggers', triggers: next }, [`$words.${next.length - 1}`]);
  };
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {inspector.flow}
      </h2>
      <p className="quiet hint">{inspector.choose}</p>
      <Line path={['definition', 'title']} label={inspector.title} />
      {(byCard.get('$flow') ?? []).map(({ path, message }) => (
        <FaultText key={`${path.join('.')} ${message}`} fault={`${path.slice(1).join('.')} ${message}`} />
      ))}
      <section aria-label={triggers.title} className="inspector-part">
        <h3>{triggers.title}</h3>
        <p className="quiet hint">{inspector.words}</p>
        <ul className="variables">
          {listed.map((trigger, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no other name.
            <li key={n}>
              <button type="button" className="text-button" onClick={() => store.select([`$words.${n}`])}>
                {wordsOf(trigger) || triggers.empty}
              </button>
            </li>
          ))}
        </ul>
        <Button variant="default" size="compact-md" onClick={add}>
          {triggers.add}
        </Button>
      </section>
      <Variables />
    </>
  );
}

function wordsOf(trigger: unknown): string {
  return isObject(trigger) && Array.isArray(trigger.words) ? trigger.words.join(', ') : '';
}
