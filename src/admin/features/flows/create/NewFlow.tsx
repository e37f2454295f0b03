import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DraftContent, draft, type FlowSummary } from '../../../../contract/admin/flows.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import { useKeptState } from '../../../components/kept-state.ts';
import { useGoTo, useSearch } from '../../../components/navigation.ts';
import { FlowUpload } from './FlowUpload.tsx';
import { readFlowFile } from './read-flow-file.ts';

/** Makes a flow from nothing, an example, another flow or a file; it is a draft until it is published. */
export function NewFlow({
  flows: existing,
  onClose,
}: {
  readonly flows: readonly FlowSummary[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const [search, setSearch] = useSearch();
  const [id, setId, forgetId] = useKeptState('flow.new.id');
  const [file, setFile, forgetFile] = useKeptState('flow.new.file');
  const source = sourceOf(search.get('from'));
  const contentOf = useContent(file);
  const idempotencyKey = useIdempotencyKey({ id, source, file });
  const send = async () => {
    const isDone = await write.send(async () => {
      const body = { id, ...(await contentOf(source)) };
      const header = { 'idempotency-key': idempotencyKey };
      await call('POST', '/v1/admin/flows', draft, { header, body });
    });
    if (!isDone) return;
    forgetId();
    forgetFile();
    // What is blank is there to be filled in; what is not is looked at first.
    goTo(source.kind === 'blank' ? `flows/${id}/edit?step=welcome` : `flows/${id}`);
  };
  return (
    <ConfirmDialog
      title={t('create.title')}
      button={t('create.button')}
      isReady={source.kind !== 'file' || file !== ''}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <NativeSelect
        label={t('create.from')}
        value={valueOfSource(source)}
        onChange={(event) => setSearch({ from: event.currentTarget.value })}
        data={[
          { value: 'blank', label: t('create.blank') },
          { value: 'file', label: t('create.file') },
          {
            group: t('create.example'),
            items: exampleIds.map((one) => ({ value: `example:${one}`, label: t(`create.examples.${one}`) })),
          },
          {
            group: t('create.copy'),
            items: existing.map((one) => ({ value: `copy:${one.id}`, label: one.title ?? one.id })),
          },
        ]}
      />
      {source.kind === 'file' && (
        <FlowUpload
          isChosen={file !== ''}
          onRead={(text, name) => {
            setFile(text);
            if (name !== null && id === '') setId(name);
          }}
        />
      )}
      <TextInput
        label={t('create.id')}
        description={t('create.hint')}
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        maxLength={64}
        pattern="[A-Za-z_][A-Za-z0-9_\-]*"
        autoComplete="off"
        dir="ltr"
        required
      />
    </ConfirmDialog>
  );
}

/**
 * Fetches what a new flow begins with.
 * @param file the uploaded one, read before
 */
function useContent(file: string): (source: Source) => Promise<NewContent> {
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

function valueOfSource(source: Source): string {
  return 'id' in source ? `${source.kind}:${source.id}` : source.kind;
}

/** What a new flow is made of. */
type Source =
  | { readonly kind: 'blank' | 'file' }
  | { readonly kind: 'example'; readonly id: ExampleId }
  | { readonly kind: 'copy'; readonly id: string };

/** Reads what the address says: `file`, `example:order`, `copy:support`; anything else is a blank flow. */
function sourceOf(text: string | null): Source {
  const [kind, id] = text?.split(':') ?? [];
  const example = exampleIds.find((known) => known === id);
  if (kind === 'example' && example) return { kind, id: example };
  if (kind === 'copy' && id) return { kind, id };
  return { kind: kind === 'file' ? 'file' : 'blank' };
}

/** Flows that come with the gateway, each a chunk of its own. */
const files = import.meta.glob<string>('../../../../../examples/flows/*.json', {
  query: '?raw',
  import: 'default',
});
const exampleIds = ['greeting', 'faq', 'order', 'booking', 'survey', 'handoff', 'reminder'] as const;
type ExampleId = (typeof exampleIds)[number];

/** What a new flow begins with. */
type NewContent = Pick<DraftContent, 'definition'> & Partial<DraftContent>;

/** An example with its scripted conversations. */
async function loadExample(id: ExampleId): Promise<NewContent> {
  const load = async (name: string) => files[`../../../../../examples/flows/${name}.json`]?.() ?? '';
  const [flow, conversations] = await Promise.all([load(id), load(`${id}.conversations`)]);
  const read = readFlowFile(flow);
  if (typeof read === 'string') throw new Error(`the example ${id} is no flow`);
  return { definition: read.definition, conversations: JSON.parse(conversations) };
}
