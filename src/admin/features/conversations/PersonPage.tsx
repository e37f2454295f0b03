import { Breadcrumbs, Button, Card, Stack, Text } from '@mantine/core';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Erasure,
  erasure,
  type PersonExport,
  personExport,
} from '../../../contract/admin/conversations.ts';
import { get } from '../../api/queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { confirm } from '../../components/Dialog.tsx';
import { EmptyState, Failure, Loaded } from '../../components/Loaded.tsx';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { saveJson } from '../../components/save-text.ts';
import { Term } from '../../components/Term.tsx';

const exported = '/v1/admin/people/{channel}/{userId}/export';

const personQuery = (channel: string, userId: string) =>
  queryOptions({
    ...get(exported, personExport, { path: { channel, userId } }),
    // Each time that it is read is in the audit log.
    refetchOnWindowFocus: false,
  });

interface Props {
  readonly channel?: string;
  readonly userId?: string;
}

/** A visitor's stored data, to export or erase. */
export function PersonPage({ channel = '', userId = '' }: Props) {
  const { t } = useTranslation('conversations');
  const query = useQuery(personQuery(channel, userId));
  const kept = query.data?.body;
  const [erased, setErased] = useState<Erasure | null>(null);
  return (
    <Stack gap="lg">
      <div>
        <Breadcrumbs className="crumbs">
          <PageLink path="conversations">{t('title')}</PageLink>
        </Breadcrumbs>
        <PageHeader title={t('person.title', { user: userId })}>
          {kept && !erased && isAnything(kept) && <Actions kept={kept} onErased={setErased} />}
        </PageHeader>
      </div>
      <Erased erased={erased} />
      {erased ? (
        <EmptyState>{t('person.nothing')}</EmptyState>
      ) : (
        <Loaded query={query} what={t('person.kept')}>
          {({ body }) => <Kept kept={body} />}
        </Loaded>
      )}
    </Stack>
  );
}

/** Reports what was erased. */
export function Erased({ erased }: { readonly erased: Erasure | null }) {
  const { t } = useTranslation('conversations');
  return (
    <div role="status" className="notice">
      {erased && (
        <Text className="good">
          {t('person.erased', {
            conversations: t('person.conversations', {
              count: erased.conversations ?? 0,
              shown: erased.conversations ?? 0,
            }),
            messages: t('person.messages', { count: erased.turns ?? 0, shown: erased.turns ?? 0 }),
          })}
        </Text>
      )}
    </div>
  );
}

const isAnything = ({ names, conversations }: PersonExport) => names.length + conversations.length > 0;

/** The number of stored items; a minimum if there is more than a page. */
function useCounts({ conversations, cursor }: PersonExport) {
  const { t } = useTranslation('conversations');
  const shown = (count: number) => t(cursor === null ? 'person.exactly' : 'person.orMore', { count });
  const count = new Set(conversations.map((one) => one.conversationId)).size;
  const turns = conversations.reduce((sum, one) => sum + one.turns.length, 0);
  return { count, turns, shown };
}

function Kept({ kept }: { readonly kept: PersonExport }) {
  const { t } = useTranslation('conversations');
  const { count, turns, shown } = useCounts(kept);
  if (!isAnything(kept)) return <EmptyState>{t('person.nothing')}</EmptyState>;
  const { channel, names, conversations } = kept;
  return (
    <Stack>
      <Card withBorder radius="md" padding="md">
        <dl className="terms">
          <Term name={t('channel')}>{channel}</Term>
          <Term name={t('person.names')}>{names.join(', ') || t('person.none')}</Term>
          <Term name={t('title')}>{shown(count)}</Term>
          <Term name={t('person.turns')}>{shown(turns)}</Term>
        </dl>
      </Card>
      {conversations.length > 0 && (
        <DataTable
          title={t('title')}
          rows={conversations}
          keyOf={({ conversationId }) => conversationId}
          columns={[
            {
              name: t('conversation'),
              cell: ({ conversationId: id }) => (
                <PageLink className="page-link opens-row" path={`conversations/${id}`}>
                  {id}
                </PageLink>
              ),
            },
            { name: t('person.turns'), isNumber: true, cell: (one) => one.turns.length },
          ]}
        />
      )}
      <Text size="sm" className="quiet">
        {t('person.audited')}
      </Text>
    </Stack>
  );
}

interface ActionProps {
  readonly kept: PersonExport;
  readonly onErased: (erasure: Erasure) => void;
}

function Actions({ kept, onErased }: ActionProps) {
  const { t } = useTranslation('conversations');
  const { call } = useConsole();
  const { count, turns, shown } = useCounts(kept);
  const path = { channel: kept.channel, userId: kept.userId };
  const what = t('person.goes', {
    conversations: t('person.conversations', { count, shown: shown(count) }),
    messages: t('person.messages', { count: turns, shown: shown(turns) }),
  });
  return (
    <>
      <SaveExport
        name={`person-${kept.userId}`}
        read={async (cursor) =>
          cursor === null
            ? kept
            : (await call('GET', exported, personExport, { path, query: { cursor } })).body
        }
      />
      <ErasePerson
        name={kept.userId}
        what={what}
        erase={async () =>
          (await call('DELETE', '/v1/admin/people/{channel}/{userId}', erasure, { path })).body
        }
        onErased={onErased}
      />
    </>
  );
}

interface EraseProps {
  /** The name to type. */
  readonly name: string;
  /** Describes what is deleted. */
  readonly what: string;
  /** Erases for as long as a request may take. */
  readonly erase: () => Promise<Erasure>;
  readonly onErased: (erasure: Erasure) => void;
}

/** Erases everything that is kept about a person, once their name has been typed. */
export function ErasePerson({ name, what, erase, onErased }: EraseProps) {
  const { t } = useTranslation('conversations');
  const ask = () =>
    confirm({
      title: t('person.erase.title'),
      text: (
        <>
          <Text>{what}</Text>
          <Text>{t('person.erase.what')}</Text>
          <Text>
            <bdi>{name}</bdi>
          </Text>
        </>
      ),
      button: t('person.erase.button'),
      isDangerous: true,
      typed: { label: t('person.erase.type'), name },
      isGone: true,
      act: async () => {
        // A request works until its time is up; the next continues.
        for (;;) {
          const erased = await erase();
          if (erased.done) return onErased(erased);
        }
      },
    });
  return (
    <Button color="red" variant="light" leftSection={<IconTrash size={16} />} onClick={ask}>
      {t('person.erase.open')}
    </Button>
  );
}

/** A page of an export. */
interface ExportPage {
  readonly conversations: readonly Conversation[];
  readonly cursor: string | null;
}

interface SaveProps {
  readonly name: string;
  /** Fetches a page; null: the first. */
  readonly read: (cursor: string | null) => Promise<ExportPage>;
}

/** Fetches all pages, and saves them as one file. */
export function SaveExport({ name, read }: SaveProps) {
  const { t } = useTranslation('conversations');
  const write = useWrite({ isGone: true });
  const save = async () => {
    const first = await read(null);
    const pages: [ExportPage, ...ExportPage[]] = [first];
    for (let { cursor } = first; cursor !== null; ) {
      const page = await read(cursor);
      pages.push(page);
      cursor = page.cursor;
    }
    saveJson(name, mergeExport(pages));
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={write.isPending}
        onClick={() => void write.send(save)}
      >
        {t('person.save')}
      </Button>
      {write.error && <Failure error={write.error} />}
    </>
  );
}

type Conversation = PersonExport['conversations'][number];

/** Merges an export's pages, including conversations that span several. */
export function mergeExport<Page extends ExportPage>(
  pages: readonly [Page, ...Page[]],
): Omit<Page, 'cursor'> {
  const { cursor: _, ...first } = pages[0];
  const conversations = new Map<string, Conversation>();
  for (const part of pages.flatMap((page) => page.conversations)) {
    const before = conversations.get(part.conversationId);
    conversations.set(part.conversationId, before ? joined(before, part) : part);
  }
  return { ...first, conversations: [...conversations.values()] };
}

function joined(before: Conversation, part: Conversation): Conversation {
  return {
    ...before,
    ...part,
    turns: [...before.turns, ...part.turns],
    largeMessages: [...before.largeMessages, ...part.largeMessages],
    files: [...before.files, ...part.files],
    runs: [...before.runs, ...part.runs],
    deadLetters: [...before.deadLetters, ...part.deadLetters],
  };
}
