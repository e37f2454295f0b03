import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isObject } from '../document/document.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { FaultText } from './FaultText.tsx';
import { useFaults } from './use-field.ts';
import { Line } from './ValidateField.tsx';
import { Variables } from './Variables.tsx';

/** What belongs to the flow and to no step. */
export function FlowForm() {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
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
        {t('inspector.flow')}
      </h2>
      <p className="quiet hint">{t('inspector.choose')}</p>
      <Line path={['definition', 'title']} label={t('inspector.title')} />
      {(byCard.get('$flow') ?? []).map(({ path, message }) => (
        <FaultText key={`${path.join('.')} ${message}`} fault={`${path.slice(1).join('.')} ${message}`} />
      ))}
      <section aria-label={t('triggers.title')} className="inspector-part">
        <h3>{t('triggers.title')}</h3>
        <p className="quiet hint">{t('inspector.words')}</p>
        <ul className="variables">
          {listed.map((trigger, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no other name.
            <li key={n}>
              <button type="button" className="text-button" onClick={() => store.select([`$words.${n}`])}>
                {wordsOf(trigger) || t('triggers.empty')}
              </button>
            </li>
          ))}
        </ul>
        <Button variant="default" size="compact-md" onClick={add}>
          {t('triggers.add')}
        </Button>
      </section>
      <Variables />
    </>
  );
}

function wordsOf(trigger: unknown): string {
  return isObject(trigger) && Array.isArray(trigger.words) ? trigger.words.join(', ') : '';
}
