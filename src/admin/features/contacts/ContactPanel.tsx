import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactRow } from '../../../contract/admin/contacts.ts';
import { useRole } from '../../components/console-context.ts';
import { lazyPart } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { Term } from '../../components/Term.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { Labels } from './Labels.tsx';
import { contactConversationsQuery, contactOfQuery, contactQuery } from './queries.ts';
import { useContactName } from './use-contact-name.ts';

const ContactDialog = lazyPart(() => import('./ContactDialog.tsx'), 'ContactDialog');

interface PanelProps {
  readonly conversationId: string;
  /** Shown beside it already. */
  readonly given?: { readonly email?: string | undefined; readonly phone?: string | undefined } | undefined;
}

/** The contact of a conversation, who can be edited or added here. */
export function ContactPanel({ conversationId, given = {} }: PanelProps) {
  const { t } = useTranslation('conversations');
  const { may } = useRole();
  const query = useQuery(contactOfQuery(conversationId));
  const [isAdding, setAdding] = useState(false);
  const [contact] = query.data?.body.items ?? [];
  if (!query.data) return null;
  if (contact) return <Known key={contact.id} {...{ contact, conversationId, given }} />;
  if (!may('conversations:answer')) return null;
  return (
    <>
      <h2>{t('contacts.contact')}</h2>
      <Button size="compact-sm" variant="default" onClick={() => setAdding(true)}>
        {t('contacts.add')}
      </Button>
      {isAdding && (
        <ContactDialog contact={null} conversationId={conversationId} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

interface KnownProps {
  readonly contact: ContactRow;
  readonly conversationId: string;
  readonly given: NonNullable<PanelProps['given']>;
}

function Known({ contact, conversationId, given }: KnownProps) {
  const { t } = useTranslation('conversations');
  const { may } = useRole();
  const name = useContactName()(contact);
  const [isEditing, setEditing] = useState(false);
  const { email, phone, labels, attributes } = contact;
  return (
    <>
      <h2>{t('contacts.contact')}</h2>
      <dl className="details-terms">
        <Term name={t('contacts.name')}>
          <PageLink path={`contacts/${contact.id}`}>{name}</PageLink>
        </Term>
        {email !== null && email !== given.email && <Term name={t('contacts.email')}>{email}</Term>}
        {phone !== null && phone !== given.phone && (
          <Term name={t('contacts.phone')}>
            <bdi dir="ltr">{phone}</bdi>
          </Term>
        )}
        {labels.length > 0 && (
          <Term name={t('contacts.labels')}>
            <Labels labels={labels} />
          </Term>
        )}
        {Object.entries(attributes).map(([key, value]) => (
          <Term key={key} name={key}>
            {value}
          </Term>
        ))}
      </dl>
      {may('conversations:answer') && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => setEditing(true)}>
          {t('contacts.edit')}
        </Button>
      )}
      <Previous contactId={contact.id} conversationId={conversationId} />
      {isEditing && <EditKnown contactId={contact.id} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Edits the contact as currently stored. */
function EditKnown({ contactId, onClose }: { readonly contactId: string; readonly onClose: () => void }) {
  const { data } = useQuery(contactQuery(contactId));
  return data ? <ContactDialog contact={data.body} onClose={onClose} /> : null;
}

interface PreviousProps {
  readonly contactId: string;
  readonly conversationId: string;
}

/** The contact's other conversations on all channels, loaded when they are opened. */
function Previous({ contactId, conversationId }: PreviousProps) {
  const { t } = useTranslation(['inbox', 'conversations']);
  const channelName = useChannelName();
  const { moment } = useTimes();
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({ ...contactConversationsQuery(contactId), enabled: isOpen });
  const others = list.data?.filter((one) => one.conversationId !== conversationId);
  return (
    <details className="details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('past')}</summary>
      {others?.length === 0 && <p className="quiet">{t('noPast')}</p>}
      <ul className="details-past">
        {others?.map((one) => (
          <li key={one.conversationId}>
            <PageLink path={`conversations/${encodeURIComponent(one.conversationId)}`}>
              {moment(one.lastActivityAt)}
            </PageLink>{' '}
            <span className="quiet">
              {channelName(one.channel)} · {t(`conversations:statuses.${one.status}`)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
