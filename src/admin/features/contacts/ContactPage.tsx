import { Breadcrumbs, Button, Card, Group, Stack, Title } from '@mantine/core';
import IconPencil from '@tabler/icons-react/icons/IconPencil';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContactView, contactExport } from '../../../contract/admin/contacts.ts';
import { type Erasure, erasure } from '../../../contract/admin/conversations.ts';
import { labelOf } from '../../../contract/channels.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState, Loaded, lazyPart, MoreOf } from '../../components/Loaded.tsx';
import { PageHeader, PageLink } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Term } from '../../components/Term.tsx';
import { languageName, useLanguage } from '../../locales/use-language.ts';
import { Erased, ErasePerson, SaveExport } from '../conversations/PersonPage.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { Labels } from './Labels.tsx';
import { contactConversationsQuery, contactQuery } from './queries.ts';
import { useContactName } from './use-contact-name.ts';

const ContactDialog = lazyPart(() => import('./ContactDialog.tsx'), 'ContactDialog');

/** A contact: details, identities and conversations. */
export function ContactPage({ contactId = '' }: { readonly contactId?: string }) {
  const { t } = useTranslation('conversations');
  const nameOf = useContactName();
  const query = useQuery(contactQuery(contactId));
  const contact = query.data?.body;
  const [erased, setErased] = useState<Erasure | null>(null);
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Breadcrumbs className="crumbs">
          <PageLink path="contacts">{t('contacts.title')}</PageLink>
        </Breadcrumbs>
        <PageHeader title={contact && !erased ? nameOf(contact) : t('contacts.contact')} />
      </Stack>
      {contact && !erased && <Actions contact={contact} onErased={setErased} />}
      <Erased erased={erased} />
      {erased ? (
        <EmptyState>{t('contacts.gone')}</EmptyState>
      ) : (
        <Loaded query={query} what={t('contacts.contact')}>
          {({ body }) => (
            <Stack>
              <Facts contact={body} />
              <Conversations contactId={contactId} />
            </Stack>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

interface ActionProps {
  readonly contact: ContactView;
  readonly onErased: (erasure: Erasure) => void;
}

function Actions({ contact, onErased }: ActionProps) {
  const { t } = useTranslation('conversations');
  const { call } = useConsole();
  const { may } = useRole();
  const [isEditing, setEditing] = useState(false);
  const name = useContactName()(contact);
  const path = { contactId: contact.id };
  return (
    <Group gap="xs">
      {may('conversations:answer') && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
          {t('contacts.edit')}
        </Button>
      )}
      {may('people:manage') && (
        <>
          <SaveExport
            name={`contact-${contact.id}`}
            read={async (cursor) => {
              const query = cursor === null ? {} : { cursor };
              const options = { path, query };
              return (await call('GET', '/v1/admin/contacts/{contactId}/export', contactExport, options))
                .body;
            }}
          />
          <ErasePerson
            name={name}
            what={t('contacts.goes')}
            erase={async () =>
              (await call('DELETE', '/v1/admin/contacts/{contactId}', erasure, { path })).body
            }
            onErased={onErased}
          />
        </>
      )}
      {isEditing && <ContactDialog contact={contact} onClose={() => setEditing(false)} />}
    </Group>
  );
}

/** What is known of a contact. */
export function Facts({ contact }: { readonly contact: ContactView }) {
  const { t } = useTranslation('conversations');
  const { moment } = useTimes();
  const own = useLanguage();
  const { email, emailConfirmedAt, phone, language, labels, attributes, identities } = contact;
  const at = (time: string | null) => (time === null ? t('contacts.never') : moment(time));
  return (
    <Card withBorder radius="md" padding="md">
      <dl className="terms">
        <Term name={t('contacts.email')}>
          {email ?? '–'}
          {emailConfirmedAt !== null && <span className="good"> ✓ {t('contacts.confirmed')}</span>}
        </Term>
        <Term name={t('contacts.phone')}>
          <bdi dir="ltr">{phone ?? '–'}</bdi>
        </Term>
        <Term name={t('contacts.language')}>{language === null ? '–' : languageName(language, own)}</Term>
        <Term name={t('contacts.labels')}>
          <Labels labels={labels} />
        </Term>
        {Object.entries(attributes).map(([name, value]) => (
          <Term key={name} name={name}>
            {value}
          </Term>
        ))}
        <Term name={t('contacts.firstSeen')}>{at(contact.firstSeenAt)}</Term>
        <Term name={t('contacts.lastSeen')}>{at(contact.lastSeenAt)}</Term>
        {identities.map(({ kind, id, place }) => (
          <Term
            key={`${kind} ${place} ${id}`}
            name={t(`contacts.identities.${kind as 'phone'}`, { defaultValue: labelOf(kind) })}
          >
            <bdi dir="ltr">{id}</bdi> {place !== null && <span className="quiet">{place}</span>}
          </Term>
        ))}
      </dl>
    </Card>
  );
}

/** The contact's conversations on all channels. */
function Conversations({ contactId }: { readonly contactId: string }) {
  const { t } = useTranslation('conversations');
  const channelName = useChannelName();
  const { moment } = useTimes();
  const list = useInfiniteQuery(contactConversationsQuery(contactId));
  return (
    <>
      <Title order={2}>{t('title')}</Title>
      <Loaded query={list} what={t('title')}>
        {() =>
          list.data?.length === 0 ? (
            <EmptyState>{t('contacts.noConversations')}</EmptyState>
          ) : (
            <DataTable
              title={t('title')}
              rows={list.data ?? []}
              keyOf={({ conversationId }) => conversationId}
              columns={[
                {
                  name: t('lastActivity'),
                  cell: ({ conversationId, lastActivityAt }) => (
                    <PageLink
                      className="page-link opens-row"
                      path={`conversations/${encodeURIComponent(conversationId)}`}
                    >
                      {moment(lastActivityAt)}
                    </PageLink>
                  ),
                },
                { name: t('channel'), cell: ({ channel }) => channelName(channel) },
                {
                  name: t('status'),
                  cell: ({ status }) => (
                    <StatusBadge tone={status === 'completed' ? 'quiet' : 'good'}>
                      {t(`statuses.${status}`)}
                    </StatusBadge>
                  ),
                },
                { name: t('person.turns'), isNumber: true, cell: ({ messages }) => messages },
              ]}
            />
          )
        }
      </Loaded>
      <MoreOf list={list} />
    </>
  );
}
