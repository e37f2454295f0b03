import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../store/editor-context.ts';

/** A variable's name: another one, once it is whole, goes to every place that speaks of it. */
export function RenameVariable({
  name,
  names,
}: {
  readonly name: string;
  readonly names: readonly string[];
}) {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const [typed, setTyped] = useState<string | null>(null);
  const isTaken = typed !== null && typed !== name && names.includes(typed);
  const isName = typed === null || /^[A-Za-z_]\w{0,63}$/.test(typed);
  const rename = () => {
    if (typed !== null && typed !== name && isName && !isTaken)
      store.do({ do: 'rename-variable', from: name, to: typed });
    setTyped(null);
  };
  return (
    <TextInput
      label={t('variables.name')}
      value={typed ?? name}
      dir="ltr"
      className="field-code"
      spellCheck={false}
      error={isTaken ? t('variables.taken') : isName ? undefined : t('variables.noName')}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  );
}
