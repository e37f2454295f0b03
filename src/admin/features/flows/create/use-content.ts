import { useTranslation } from 'react-i18next';
import { type DraftContent, draft } from '../../../../contract/admin/flows.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useConsole } from '../../../components/console-context.ts';
import { loadExample, type NewContent } from './examples.ts';
import { readFlowFile } from './read-flow-file.ts';
import type { Source } from './source.ts';

/**
 * Fetches what a new flow begins with.
 * @param file the uploaded one, read before
 */
export function useContent(file: string): (source: Source) => Promise<NewContent> {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  return async (source) => {
    switch (source.kind) {
      case 'blank':
        return { definition: blankFlow(t('create.first', { returnObjects: true })) };
      case 'example':
        return loadExample(source.id);
      case 'copy': {
        const path = { flowId: source.id };
        const copy = await call('GET', '/v1/admin/flows/{flowId}/draft', draft, { path });
        const { definition, layout, conversations } = copy.body;
        const { id: _, version: __, ...copied } = definition;
        return { definition: copied, layout, conversations };
      }
      case 'file': {
        const read = readFlowFile(file);
        if (typeof read === 'string') throw new ApiError('refused');
        return { definition: read.definition };
      }
    }
  };
}

/** A greeting and a question already joined, to be typed over. @see console.md 4 "First minute" */
function blankFlow({
  hello,
  question,
  thanks,
}: {
  readonly hello: string;
  readonly question: string;
  readonly thanks: string;
}): DraftContent['definition'] {
  return {
    start: 'welcome',
    variables: { topic: '' },
    steps: {
      welcome: { kind: 'message', text: hello, next: 'ask' },
      ask: { kind: 'question', text: question, saveAs: 'topic', next: 'thanks' },
      thanks: { kind: 'message', text: thanks, next: 'bye' },
      bye: { kind: 'end' },
    },
  };
}
