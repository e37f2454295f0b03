import { Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundConversation } from '../../../contract/admin/conversations.ts';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageHeader.tsx';
import { RelativeTime, useTimes } from '../../components/RelativeTime.tsx';
import { foundContactsQuery } from '../contacts/queries.ts';
import { useContactName } from '../contacts/use-contact-name.ts';
import { foundQuery, useSearchedText } from './queries.ts';
import './search.css';

interface Props {
  /** As it is typed. */
  readonly text: string;
  /** The page of a conversation. */
  readonly pathOf: (conversationId: string) => string;
}

/** The conversations with these words, newest first. */
export function SearchResults({ text, pathOf }: Props) {
  const { t } = useTranslation('conversations');
  const { moment } = useTimes();
  const { q, isShort } = useSearchedText(text);
  const list = useInfiniteQuery({ ...foundQuery(q), enabled: !isShort });
  if (isShort) return <p className="quiet">{t('search.short')}</p>;
  return (
    <section aria-label={t('search.results')}>
      <Stack gap="sm">
        <FoundContacts q={q} />
        <Loaded query={list} what={t('search.results')}>
          {({ items, since }) => (
            <>
              {items.length === 0 && (
                <EmptyState>
                  {t('search.none', { q })} {t('search.scope')}
                </EmptyState>
              )}
              <ul className="found">
                {items.map((found) => (
                  <Found key={found.conversationId} found={found} path={pathOf(found.conversationId)} />
                ))}
              </ul>
              {since !== null && <p className="quiet hint">{t('search.since', { at: moment(since) })}</p>}
            </>
          )}
        </Loaded>
        <MoreOf list={list} />
      </Stack>
    </section>
  );
}

const contactsMost = 5;

/** The contacts with these words, also those without a conversation; nothing while there are none. */
function FoundContacts({ q }: { readonly q: string }) {
  const { t } = useTranslation('conversations');
  const nameOf = useContactName();
  const { data: contacts = [] } = useInfiniteQuery(foundContactsQuery(q, contactsMost));
  if (contacts.length === 0) return null;
  return (
    <section aria-label={t('contacts.title')}>
      <Text fw={600} mb={4}>
        {t('contacts.title')}
      </Text>
      <ul className="found">
        {contacts.slice(0, contactsMost).map((contact) => (
          <li key={contact.id}>
            <PageLink path={`contacts/${contact.id}`} className="found-row">
              <strong>
                <bdi>{nameOf(contact)}</bdi>
              </strong>
              <span className="quiet hint">
                {[contact.email, contact.phone].filter(Boolean).map((detail) => (
                  <bdi key={detail} className="found-detail">
                    {detail}
                  </bdi>
                ))}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the inbox's search finds beyond its lists: every conversation with these words. */
export function InboxResults() {
  const { t } = useTranslation('conversations');
  const [search] = useSearch();
  const text = search.get('q') ?? '';
  if (text.trim() === '') return null;
  return (
    <div className="inbox-found">
      <Title order={2} fz="md" mb="xs">
        {t('search.results')}
      </Title>
      <SearchResults text={text} pathOf={(id) => `inbox/${encodeURIComponent(id)}?${search}`} />
    </div>
  );
}

function Found({ found, path }: { readonly found: FoundConversation; readonly path: string }) {
  const { t } = useTranslation('conversations');
  const { name, userId, at, message, snippet } = found;
  return (
    <li>
      <PageLink path={path} className="found-row">
        <Group component="span" justify="space-between" gap="0 sm">
          <strong>
            <bdi>{name ?? userId}</bdi>
          </strong>
          <span className="quiet hint">
            {message && `${t(`authors.${message.author}`)} · `}
            <RelativeTime at={at} />
          </span>
        </Group>
        <span className="found-text" dir="auto">
          <Highlighted {...snippet} />
        </span>
      </PageLink>
    </li>
  );
}

/** A text with its marked places. */
function Highlighted({ text, marks }: FoundConversation['snippet']): ReactNode {
  let at = 0;
  const parts = marks.map(([start = 0, end = 0]) => {
    const before = text.slice(at, start);
    at = end;
    return (
      <span key={start}>
        {before}
        <mark>{text.slice(start, end)}</mark>
      </span>
    );
  });
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
