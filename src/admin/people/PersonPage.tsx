import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Erasure, type PersonExport, personExport } from '../../contract/admin/conversations.ts';
import { useWrite } from '../api/use-write.ts';
import { useConsole } from '../app/console-context.ts';
import { PageLink } from '../app/PageLink.tsx';
import { PageTitle } from '../app/PageTitle.tsx';
import { saveJson } from '../app/save-json.ts';
import { Term } from '../conversations/Facts.tsx';
import { Empty } from '../states/Empty.tsx';
import { Failure } from '../states/Failure.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { usePeopleTexts } from '../texts/people-texts.ts';
import { useTexts } from '../texts/texts.ts';
import { ErasePerson } from './ErasePerson.tsx';
import { mergeExport } from './merge-export.ts';
import { personQuery } from './queries.ts';

const exported = '/v1/admin/people/{channel}/{userId}/export';

/** What is kept about somebody who writes: to export it, or to erase it. */
export function PersonPage({
  channel = '',
  userId = '',
}: {
  readonly channel?: string;
  readonly userId?: string;
}) {
  const { conversations } = useTexts();
  const people = usePeopleTexts();
  const query = useQuery(personQuery(channel, userId));
  const [erased, setErased] = useState<Erasure | null>(null);
  return (
    <Stack gap="lg">
      <PageLink path="conversations">{conversations.title}</PageLink>
      <PageTitle>{people.title(userId)}</PageTitle>
      <div role="status" className="notice">
        {erased && (
          <Text className="good">{people.erased(erased.conversations ?? 0, erased.turns ?? 0)}</Text>
        )}
      </div>
      {erased ? (
        <Empty>{people.nothing}</Empty>
      ) : (
        <Loaded query={query} what={people.kept}>
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
  const { conversations: texts } = useTexts();
  const people = usePeopleTexts();
  const { channel, userId, names, conversations, cursor } = kept;
  if (names.length === 0 && conversations.length === 0) return <Empty>{people.nothing}</Empty>;
  const counted = (count: number) => people.count(count, cursor !== null);
  const turns = conversations.reduce((sum, one) => sum + one.turns.length, 0);
  return (
    <Stack>
      <Card withBorder radius="md" padding="md">
        <dl className="terms">
          <Term name={texts.channel}>{channel}</Term>
          <Term name={texts.user}>{userId}</Term>
          <Term name={people.names}>{names.join(', ') || people.none}</Term>
          <Term name={texts.title}>
            {counted(new Set(conversations.map((one) => one.conversationId)).size)}
          </Term>
          <Term name={people.turns}>{counted(turns)}</Term>
        </dl>
        <ul className="ways">
          {conversations.map(({ conversationId }) => (
            <li key={conversationId}>
              <PageLink path={`conversations/${conversationId}`}>{conversationId}</PageLink>
            </li>
          ))}
        </ul>
      </Card>
      <Text className="quiet">{people.audited}</Text>
      <Group>
        <SaveExport first={kept} />
        <ErasePerson
          userId={userId}
          channel={channel}
          what={people.goes(counted(conversations.length), counted(turns))}
          onErased={onErased}
        />
      </Group>
    </Stack>
  );
}

/** Asks for all pages, and saves them as one file. */
function SaveExport({ first }: { readonly first: PersonExport }) {
  const people = usePeopleTexts();
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
        {people.save}
      </Button>
      {write.error && <Failure error={write.error} />}
    </>
  );
}
