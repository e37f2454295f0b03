import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Erasure,
  erasure,
  type PersonExport,
  personExport,
} from '../../../contract/admin/conversations.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useConsole } from '../../components/console-context.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failure } from '../../components/Failure.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { saveJson } from '../../components/save-json.ts';
import { TypedName } from '../../components/TypedName.tsx';
import { Term } from './Facts.tsx';
import { personQuery } from './person-queries.ts';

const exported = '/v1/admin/people/{channel}/{userId}/export';

/** What is kept about somebody who writes: to export it, or to erase it. */
export function PersonPage({
  channel = '',
  userId = '',
}: {
  readonly channel?: string;
  readonly userId?: string;
}) {
  const { t } = useTranslation('conversations');
  const query = useQuery(personQuery(channel, userId));
  const [erased, setErased] = useState<Erasure | null>(null);
  return (
    <Stack gap="lg">
      <PageLink path="conversations">{t('title')}</PageLink>
      <PageTitle>{t('person.title', { user: userId })}</PageTitle>
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
      {erased ? (
        <EmptyState>{t('person.nothing')}</EmptyState>
      ) : (
        <Loaded query={query} what={t('person.kept')}>
          {({ body: kept }) => <Kept kept={kept} onErased={setErased} />}
        </Loaded>
      )}
    </Stack>
  );
}

function Kept({
  kept,
  onErased,
}: {
  readonly kept: PersonExport;
  readonly onErased: (erasure: Erasure) => void;
}) {
  const { t } = useTranslation('conversations');
  const { channel, userId, names, conversations, cursor } = kept;
  if (names.length === 0 && conversations.length === 0) return <EmptyState>{t('person.nothing')}</EmptyState>;
  const counted = (count: number) => t(cursor === null ? 'person.exactly' : 'person.orMore', { count });
  const turns = conversations.reduce((sum, one) => sum + one.turns.length, 0);
  return (
    <Stack>
      <Card withBorder radius="md" padding="md">
        <dl className="terms">
          <Term name={t('channel')}>{channel}</Term>
          <Term name={t('user')}>{userId}</Term>
          <Term name={t('person.names')}>{names.join(', ') || t('person.none')}</Term>
          <Term name={t('title')}>
            {counted(new Set(conversations.map((one) => one.conversationId)).size)}
          </Term>
          <Term name={t('person.turns')}>{counted(turns)}</Term>
        </dl>
        <ul className="ways">
          {conversations.map(({ conversationId }) => (
            <li key={conversationId}>
              <PageLink path={`conversations/${conversationId}`}>{conversationId}</PageLink>
            </li>
          ))}
        </ul>
      </Card>
      <Text className="quiet">{t('person.audited')}</Text>
      <Group>
        <SaveExport first={kept} />
        <ErasePerson
          userId={userId}
          channel={channel}
          what={t('person.goes', {
            conversations: t('person.conversations', {
              count: conversations.length,
              shown: counted(conversations.length),
            }),
            messages: t('person.messages', { count: turns, shown: counted(turns) }),
          })}
          onErased={onErased}
        />
      </Group>
    </Stack>
  );
}

/** Erases everything that is kept about somebody, once their id has been typed; there is no way back. */
function ErasePerson({
  userId,
  channel,
  what,
  onErased,
}: {
  readonly userId: string;
  readonly channel: string;
  /** Says what goes. */
  readonly what: string;
  readonly onErased: (erasure: Erasure) => void;
}) {
  const { t } = useTranslation('conversations');
  const { call } = useConsole();
  const write = useWrite({ isGone: true });
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = () =>
    write.send(async () => {
      // One request does what it has time for; the next goes on.
      for (;;) {
        const path = { channel, userId };
        const { body } = await call('DELETE', '/v1/admin/people/{channel}/{userId}', erasure, { path });
        if (body.done) return onErased(body);
      }
    });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('person.erase.open')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('person.erase.title')}
          button={t('person.erase.button')}
          isReady={typed === userId}
          isDangerous
          write={write}
          onClose={() => setOpen(false)}
          onConfirm={() => void remove()}
        >
          <Text>{what}</Text>
          <Text>{t('person.erase.what')}</Text>
          <TypedName
            label={t('person.erase.type')}
            description={<bdi>{userId}</bdi>}
            value={typed}
            onChange={setTyped}
          />
        </ConfirmDialog>
      )}
    </>
  );
}

/** Asks for all pages, and saves them as one file. */
function SaveExport({ first }: { readonly first: PersonExport }) {
  const { t } = useTranslation('conversations');
  const { call } = useConsole();
  const write = useWrite({ isGone: true });
  const save = async () => {
    const pages: [PersonExport, ...PersonExport[]] = [first];
    for (let { cursor } = first; cursor !== null; ) {
      const path = { channel: first.channel, userId: first.userId };
      const { body } = await call('GET', exported, personExport, { path, query: { cursor } });
      pages.push(body);
      cursor = body.cursor;
    }
    saveJson(`person-${first.userId}`, mergeExport(pages));
  };
  return (
    <>
      <Button variant="default" loading={write.isPending} onClick={() => void write.send(save)}>
        {t('person.save')}
      </Button>
      {write.error && <Failure error={write.error} />}
    </>
  );
}

type Conversation = PersonExport['conversations'][number];

/** One export of its pages: the parts of a conversation that goes on over several are put together. */
export function mergeExport(pages: readonly [PersonExport, ...PersonExport[]]): Omit<PersonExport, 'cursor'> {
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
