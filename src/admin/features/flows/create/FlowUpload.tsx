import { Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FileFault, readFlowFile } from './read-flow-file.ts';

interface Props {
  readonly isChosen: boolean;
  /** @param id what the flow calls itself, with its title */
  readonly onRead: (text: string, id: string | null, title: string | null) => void;
}

/** Reads a flow's file, or says why it is invalid. */
export function FlowUpload({ isChosen, onRead }: Props) {
  const { t } = useTranslation('flows');
  const id = useId();
  const [fault, setFault] = useState<FileFault | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text();
    const found = readFlowFile(text);
    setFault(typeof found === 'string' ? found : null);
    if (typeof found === 'string') return;
    const { title } = found.definition;
    onRead(text, found.id, typeof title === 'string' ? title : null);
  };
  return (
    <div>
      <label htmlFor={id} className="file-label">
        {t('create.choose')}
      </label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-describedby={`${id}-said`}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <div role="status" id={`${id}-said`}>
        {fault && <Text className="bad">{t(`create.faults.${fault}`)}</Text>}
        {!fault && isChosen && <Text className="good">{t('create.chosen')}</Text>}
      </div>
    </div>
  );
}
