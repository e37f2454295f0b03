import { Anchor, Group, Radio, Select, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import IconCopy from '@tabler/icons-react/icons/IconCopy';
import IconFileImport from '@tabler/icons-react/icons/IconFileImport';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftContent, draft, newFlow } from '../../../../contract/admin/flows.ts';
import { ApiError } from '../../../api/api.ts';
import { useAllFlows } from '../../../api/use-all-flows.ts';
import { useIdempotencyKey } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { FormDialog } from '../../../components/Dialog.tsx';
import { lazyPart, Rows } from '../../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../../components/navigation.ts';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { FlowThumbnail } from '../FlowThumbnail.tsx';
import { FlowUpload, readFlowFile } from './FlowUpload.tsx';
import '../flows.css';

const TryOut = lazyPart(() => import('./TryOut.tsx'), 'TryOut', <Rows />);

interface Props {
  readonly onClose: () => void;
}

/** Creates a flow from a template, blank, from a file or as a copy; it is a draft until it is published. */
export function NewFlow({ onClose }: Props) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const goTo = useGoTo();
  const { flows: existing } = useAllFlows();
  const [search, setSearch] = useSearch();
  const idIn = (typed: NewNames) => typed.id || idOf(typed.name, existing.length + 1);
  const form = useKeptForm('flow.new', {
    initialValues: { name: '', id: '', file: '' },
    schema: newFlow,
    // Its content is fetched when it is created.
    toBody: (typed) => ({ id: idIn(typed), definition: {} }),
  });
  const { name, file } = form.values;
  const source = sourceOf(search.get('from'));
  const id = idIn(form.values);
  const contentOf = useContent(file);
  const idempotencyKey = useIdempotencyKey({ id, name, source, file });
  const send = async () => {
    const { definition, ...rest } = await contentOf(source);
    const title = name.trim();
    // A name that is the id already is no title of its own.
    const isTitled = title !== '' && (title !== id || definition.title !== undefined);
    const body = { id, definition: { ...definition, ...(isTitled && { title }) }, ...rest };
    return call('POST', '/v1/admin/flows', draft, { header: { 'idempotency-key': idempotencyKey }, body });
  };
  return (
    <FormDialog
      title={t('create.title')}
      button={t('create.button')}
      size={960}
      isReady={source.kind !== 'file' || file !== ''}
      form={form}
      send={send}
      // A blank flow opens in the editor; any other is shown first.
      onDone={() => goTo(source.kind === 'blank' ? `flows/${id}/edit?step=welcome&new` : `flows/${id}`)}
      onClose={onClose}
    >
      <div className="new-flow-name">
        <TextInput
          label={t('create.name')}
          {...form.getInputProps('name')}
          maxLength={100}
          autoComplete="off"
          required
        />
        {name !== '' && <IdField {...form.getInputProps('id')} id={id} />}
      </div>
      <Gallery source={source} onChoose={(from) => setSearch({ from })}>
        {source.kind === 'file' && (
          <FlowUpload
            isChosen={file !== ''}
            onRead={(text, own, title) => {
              const named = name === '' && { name: title ?? own ?? '', id: own ?? '' };
              form.setValues({ file: text, ...named });
            }}
          />
        )}
        {source.kind === 'copy' && (
          <Select
            label={t('create.copyOf')}
            value={source.id || null}
            onChange={(of) => setSearch({ from: `copy:${of ?? ''}` })}
            data={existing.map((one) => ({ value: one.id, label: one.title ?? one.id }))}
            searchable
            required
          />
        )}
      </Gallery>
    </FormDialog>
  );
}

/** Makes an id of any title: `Lead form` is `lead-form`. */
export function idOf(name: string, number: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (plain === '') return `flow-${number}`;
  return (/^[a-z_]/.test(plain) ? plain : `flow-${plain}`).slice(0, 64);
}

type NewNames = Readonly<Record<'name' | 'id', string>>;

/** The id that the name makes, until it is edited. */
function IdField({ id, ...input }: TextInputProps & { readonly id: string }) {
  const { t } = useTranslation('flows');
  const [isEdited, setEdited] = useState(false);
  if (!isEdited)
    return (
      <Text size="sm" className="quiet">
        {t('create.id')}: <bdi dir="ltr">{id}</bdi>{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => setEdited(true)}>
          {t('create.editId')}
        </Anchor>
      </Text>
    );
  return (
    <TextInput
      label={t('create.id')}
      description={t('create.hint')}
      {...input}
      value={id}
      maxLength={64}
      pattern="[A-Za-z_][A-Za-z0-9_\-]*"
      autoComplete="off"
      dir="ltr"
      required
    />
  );
}

interface GalleryProps {
  readonly source: Source;
  readonly onChoose: (from: string) => void;
  /** Further choices. */
  readonly children: ReactNode;
}

function Gallery({ source, onChoose, children }: GalleryProps) {
  const { t } = useTranslation('flows');
  return (
    <Group align="flex-start">
      <Stack gap="sm" flex="2 1 22rem" miw={0}>
        <Radio.Group
          label={t('create.from')}
          value={source.kind === 'example' ? `example:${source.id}` : source.kind}
          onChange={onChoose}
        >
          <div className="gallery">
            <SourceCard
              value="blank"
              title={t('create.blank')}
              picture={<IconPlus size={28} stroke={1.5} />}
            />
            {templateIds.map((id) => (
              <TemplateCard key={id} id={id} />
            ))}
            <SourceCard
              value="file"
              title={t('create.file')}
              picture={<IconFileImport size={28} stroke={1.5} />}
            />
            <SourceCard value="copy" title={t('create.copy')} picture={<IconCopy size={28} stroke={1.5} />} />
          </div>
        </Radio.Group>
        {children}
      </Stack>
      {source.kind === 'example' && <TryTemplate key={source.id} id={source.id} />}
    </Group>
  );
}

interface SourceCardProps {
  readonly value: string;
  readonly title: string;
  readonly about?: string;
  readonly picture: ReactNode;
}

function SourceCard({ value, title, about, picture }: SourceCardProps) {
  return (
    <Radio.Card value={value} radius="md" className="gallery-card">
      <span className="gallery-picture" aria-hidden="true">
        {picture}
      </span>
      <Text span inherit fw={500}>
        {title}
      </Text>
      {about !== undefined && (
        <Text span fz="xs" c="dimmed">
          {about}
        </Text>
      )}
    </Radio.Card>
  );
}

const templateQuery = (id: TemplateId) => ({
  queryKey: ['template', id],
  queryFn: () => loadTemplate(id),
  staleTime: Number.POSITIVE_INFINITY,
});

function TemplateCard({ id }: { readonly id: TemplateId }) {
  const { t } = useTranslation('flows');
  const { data } = useQuery(templateQuery(id));
  return (
    <SourceCard
      value={`example:${id}`}
      title={t(`create.examples.${id}`)}
      about={t(`create.about.${id}`)}
      picture={data && <FlowThumbnail definition={data.definition} />}
    />
  );
}

function TryTemplate({ id }: { readonly id: TemplateId }) {
  const { t } = useTranslation('flows');
  const { data } = useQuery(templateQuery(id));
  const title = t(`create.examples.${id}`);
  return (
    <Stack gap={8} flex="1 1 16rem" miw={0}>
      {data && (
        <Text size="sm" className="quiet">
          {t('create.withTests', { count: data.conversations?.length ?? 0 })}
        </Text>
      )}
      {data && <TryOut title={title} definition={data.definition} />}
    </Stack>
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
        return loadTemplate(source.id);
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

interface FirstTexts {
  readonly hello: string;
  readonly question: string;
  readonly thanks: string;
}

/** A greeting and a question already joined, to be typed over. @see console.md 4 "First minute" */
function blankFlow({ hello, question, thanks }: FirstTexts): DraftContent['definition'] {
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

/** The source of a new flow. */
type Source =
  | { readonly kind: 'blank' | 'file' }
  | { readonly kind: 'example'; readonly id: TemplateId }
  | { readonly kind: 'copy'; readonly id: string };

/** Parses the URL: `file`, `example:order`, `copy:support`; anything else is a blank flow. */
function sourceOf(text: string | null): Source {
  const [kind, id = ''] = text?.split(':') ?? [];
  const template = templateIds.find((known) => known === id);
  if (kind === 'example' && template) return { kind, id: template };
  if (kind === 'copy') return { kind, id };
  return { kind: kind === 'file' ? 'file' : 'blank' };
}

/** Flows that come with the gateway, in the order of the gallery. */
export const templateIds = [
  'greeting',
  'order',
  'lead',
  'booking',
  'faq',
  'survey',
  'handoff',
  'reminder',
] as const;
export type TemplateId = (typeof templateIds)[number];

/** The initial content of a new flow. */
export type NewContent = Pick<DraftContent, 'definition'> & Partial<DraftContent>;

/** Each a chunk of its own. */
const files = import.meta.glob<string>('../../../../../examples/flows/*.json', {
  query: '?raw',
  import: 'default',
});

/** Loads a template with its tests. @throws Error when it can't be read */
export async function loadTemplate(id: TemplateId): Promise<NewContent> {
  const load = async (name: string) => files[`../../../../../examples/flows/${name}.json`]?.() ?? '';
  const [flow, conversations] = await Promise.all([load(id), load(`${id}.conversations`)]);
  const read = readFlowFile(flow);
  if (typeof read === 'string') throw new Error(`the template ${id} is no flow`);
  return { definition: read.definition, conversations: JSON.parse(conversations) };
}
