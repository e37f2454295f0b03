import { Button, Stack, Text } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContactRow } from '../../../contract/admin/contacts.ts';
import { searchLimits } from '../../../contract/limits.ts';
import { useRole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { useSearchedText } from '../search/queries.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { Labels } from './Labels.tsx';
import { contactsQuery, foundContactsQuery } from './queries.ts';
import { useContactName } from './use-contact-name.ts';

const shown = 50;

/** The tenant's contacts, last seen first, or those with the words of the search. */
export function ContactsPage() {
  const { t } = useTranslation('conversations');
  const { may } = useRole();
  const goTo = useGoTo();
  const [search, setSearch] = useSearch();
  const text = search.get('q') ?? '';
  const { q, isShort } = useSearchedText(text);
  const isSearch = text.trim() !== '' && !isShort;
  const list = useInfiniteQuery(isSearch ? foundContactsQuery(q, shown) : contactsQuery);
  const items = list.data ?? [];
  const add = may('conversations:answer') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ new: '' })}>
      {t('contacts.add')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('contacts.title')}>{(items.length > 0 || isSearch) && add}</PageHeader>
      <SearchField
        label={t('contacts.search')}
        placeholder={t('contacts.searchHint')}
        maw="34rem"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={searchLimits.queryChars}
      />
      <Loaded query={list} what={t('contacts.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>
              <Text>{isSearch ? t('contacts.none', { q }) : t('contacts.empty')}</Text>
              {!isSearch && add}
            </EmptyState>
          ) : (
            <ContactTable contacts={items} />
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {search.has('new') && (
        <ContactDialog
          contact={null}
          onDone={({ id }) => goTo(`contacts/${id}`)}
          onClose={() => setSearch({ new: null })}
        />
      )}
    </Stack>
  );
}

function ContactTable({ contacts }: { readonly contacts: readonly ContactRow[] }) {
  const { t } = useTranslation('conversations');
  const channelName = useChannelName();
  const nameOf = useContactName();
  return (
    <DataTable
      title={t('contacts.title')}
      rows={contacts}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('contacts.contact'),
          cell: (contact) => (
            <>
              <PageLink className="page-link opens-row" path={`contacts/${contact.id}`}>
                <bdi>{nameOf(contact)}</bdi>
              </PageLink>
              {contact.email !== null && contact.name !== null && (
                <bdi className="quiet who-mail">{contact.email}</bdi>
              )}
            </>
          ),
        },
        { name: t('contacts.phone'), cell: ({ phone }) => <bdi dir="ltr">{phone ?? '–'}</bdi> },
        {
          name: t('contacts.channels'),
          cell: ({ channels }) => channels.map(channelName).join(', ') || '–',
        },
        { name: t('contacts.labels'), cell: ({ labels }) => <Labels labels={labels} /> },
        {
          name: t('contacts.lastSeen'),
          cell: ({ lastSeenAt }) =>
            lastSeenAt === null ? t('contacts.never') : <RelativeTime at={lastSeenAt} />,
        },
      ]}
    />
  );
}
