import { Button, Stack, Table, Text } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ContactRow } from '../../../contract/admin/contacts.ts';
import { useRole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { ContactDialog } from './ContactDialog.tsx';
import { Labels } from './Labels.tsx';
import { contactsQuery } from './queries.ts';
import { useContactName } from './use-contact-name.ts';

/** The tenant's contacts, last seen first. */
export function ContactsPage() {
  const { t } = useTranslation('conversations');
  const { may } = useRole();
  const goTo = useGoTo();
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(contactsQuery);
  const items = list.data ?? [];
  const add = may('conversations:answer') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ new: '' })}>
      {t('contacts.add')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('contacts.title')}>{items.length > 0 && add}</PageHeader>
      <Loaded query={list} what={t('contacts.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>
              <Text>{t('contacts.empty')}</Text>
              {add}
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
  const { t } = useTranslation(['conversations', 'inbox']);
  const nameOf = useContactName();
  return (
    <DataTable
      title={t('contacts.title')}
      columns={[
        t('contacts.contact'),
        t('contacts.phone'),
        t('contacts.channels'),
        t('contacts.labels'),
        t('contacts.lastSeen'),
      ]}
    >
      {contacts.map((contact) => (
        <Table.Tr key={contact.id}>
          <Table.Td className="who-cell">
            <PageLink className="page-link opens-row" path={`contacts/${contact.id}`}>
              <bdi>{nameOf(contact)}</bdi>
            </PageLink>
            {contact.email !== null && contact.name !== null && (
              <bdi className="quiet who-mail">{contact.email}</bdi>
            )}
          </Table.Td>
          <Table.Td data-label={t('contacts.phone')}>
            <bdi dir="ltr">{contact.phone ?? '–'}</bdi>
          </Table.Td>
          <Table.Td data-label={t('contacts.channels')}>
            {contact.channels.map((channel) => t(`inbox:channels.${channel}`)).join(', ') || '–'}
          </Table.Td>
          <Table.Td data-label={t('contacts.labels')}>
            <Labels labels={contact.labels} />
          </Table.Td>
          <Table.Td data-label={t('contacts.lastSeen')}>
            {contact.lastSeenAt === null ? t('contacts.never') : <RelativeTime at={contact.lastSeenAt} />}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
