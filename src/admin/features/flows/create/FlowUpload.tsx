import { Input, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { limits } from '../../../../contract/limits.ts';

interface Props {
  readonly isChosen: boolean;
  /** @param id what the flow calls itself, with its title */
  readonly onRead: (text: string, id: string | null, title: string | null) => void;
}

/** Reads a flow's file, or says why it is invalid. */
export function FlowUpload({ isChosen, onRead }: Props) {
  const { t } = useTranslation('flows');
  const id = useId();
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text();
    const found = readFlowFile(text);
    setProblem(typeof found === 'string' ? found : null);
    if (typeof found === 'string') return;
    const { title } = found.definition;
    onRead(text, found.id, typeof title === 'string' ? title : null);
  };
  return (
    <div>
      <Input.Label htmlFor={id}>{t('create.choose')}</Input.Label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-describedby={`${id}-said`}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <div role="status" id={`${id}-said`}>
        {problem && <Text className="bad">{t(`create.faults.${problem}`)}</Text>}
        {!problem && isChosen && <Text className="good">{t('create.chosen')}</Text>}
      </div>
    </div>
  );
}

/** Why a file can't become a flow. */
type FileProblem = 'tooLarge' | 'notJson' | 'notFlow';

/** A flow as a file holds it. */
interface FlowFile {
  /** The file's own ID. */
  readonly id: string | null;
  readonly definition: DraftContent['definition'];
}

/** Reads a flow's file. What it is called and which version it was is not part of a draft. */
export function readFlowFile(text: string): FlowFile | FileProblem {
  if (new TextEncoder().encode(text).length > limits.adminBodyBytes) return 'tooLarge';
  const read = parse(text);
  if (read === undefined) return 'notJson';
  if (typeof read !== 'object' || read === null || !('steps' in read)) return 'notFlow';
  const { $schema: _, id, version: __, ...definition } = read as DraftContent['definition'];
  return { id: typeof id === 'string' ? id : null, definition };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
