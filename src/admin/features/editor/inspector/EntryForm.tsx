import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isObject, type Path } from '../document/document.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { useField } from './use-field.ts';
import { Words } from './ValidateField.tsx';
import { WayField } from './WayField.tsx';

/** Start, and where failures lead. */
export function EntranceForm({ card }: { readonly card: '$start' | '$failure' }) {
  const { t } = useTranslation(['editor', 'flows']);
  const isStart = card === '$start';
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {t(`flows:canvas.entries.${isStart ? 'start' : 'failure'}`)}
      </h2>
      <p className="quiet hint">{isStart ? t('inspector.start') : t('inspector.failure')}</p>
      <WayField
        label={t('ways.next')}
        path={['definition', isStart ? 'start' : 'onError']}
        isOptional={!isStart}
      />
    </>
  );
}

/** Words that jump from anywhere to a step. */
export function WordsForm({ n }: { readonly n: number }) {
  const { t } = useTranslation(['editor', 'flows']);
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
        {t('flows:canvas.entries.words')}
      </h2>
      <p className="quiet hint">{t('inspector.words')}</p>
      <Words path={[...path, 'words']} label={t('triggers.words')} description={t('triggers.hint')} />
      <WayField label={t('ways.next')} path={[...path, 'next']} isOptional={false} />
      <Flag path={[...path, 'return']} label={t('triggers.comesBack')} />
      <Flag path={[...path, 'duringHandoff']} label={t('triggers.duringHandoff')} />
      <Button variant="default" size="compact-md" onClick={remove}>
        {t('triggers.remove')}
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
