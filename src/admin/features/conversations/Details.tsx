import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationView } from '../../../contract/admin/conversations.ts';
import type { HandoffRow, HandoffView } from '../../../contract/admin/handoffs.ts';
import { useRole } from '../../components/console-context.ts';
import { lazyPart } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageHeader.tsx';
import { useTimes } from '../../components/RelativeTime.tsx';
import { Term } from '../../components/Term.tsx';
import { languageName, useLanguage } from '../../locales/use-language.ts';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { useNames } from '../inbox/use-names.ts';
import { Note, type SideEntry } from './Thread.tsx';

const ContactPanel = lazyPart(() => import('../contacts/ContactPanel.tsx'), 'ContactPanel');

interface Props {
  readonly conversationId: string;
  /** Null: not loaded. */
  readonly conversation: ConversationView | null;
  /** The handoff; null: no agent has it and none is asked for. */
  readonly row: HandoffRow | null;
  /** Additions of the conversation's own page. */
  readonly view: HandoffView | null;
  readonly side: readonly SideEntry[];
  /** On a narrow page it is shown when asked for. */
  readonly isOpen: boolean;
  /** Links. */
  readonly children?: ReactNode;
}

/** The visitor, the conversation's state, and internal notes, beside a conversation. */
export function DetailsPane({ conversationId, conversation, row, view, side, isOpen, children }: Props) {
  const { t } = useTranslation(['inbox', 'conversations']);
  const { may } = useRole();
  const { visitorOf } = useNames();
  const visitor = row?.visitor ?? (conversation && { ...conversation, id: conversation.userId });
  return (
    <aside
      className={isOpen ? 'inbox-details inbox-details-open' : 'inbox-details'}
      aria-label={t('details')}
    >
      {visitor && (
        <Group component="h2" gap="4px 12px" align="baseline" className="details-name">
          <bdi>{visitorOf(visitor)}</bdi>
          {row && (
            <span className={row.visitor.verified ? 'good' : 'quiet'}>
              {row.visitor.verified ? `✓ ${t('verified')}` : t('claimed')}
            </span>
          )}
        </Group>
      )}
      <dl className="details-terms">
        {row && <HandoffFacts row={row} view={view} />}
        {conversation && <Facts conversation={conversation} />}
      </dl>
      <Shared share={view?.share ?? {}} />
      {conversation && Object.keys(conversation.variables).length > 0 && (
        <details className="details">
          <summary>{t('conversations:variables')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
          <pre className="json" dir="ltr" tabIndex={0}>
            {JSON.stringify(conversation.variables, null, 2)}
          </pre>
        </details>
      )}
      {may('conversations:view') && (
        <ContactPanel key={conversationId} conversationId={conversationId} given={view?.contact} />
      )}
      <p className="details-links">
        {children}
        {visitor && may('people:manage') && (
          <PageLink path={`people/${visitor.channel}/${encodeURIComponent(visitor.id)}`}>
            {t('personsData')}
          </PageLink>
        )}
      </p>
      <Notes side={side} />
    </aside>
  );
}

function Notes({ side }: Pick<Props, 'side'>) {
  const { t } = useTranslation('inbox');
  const notes = side.filter(({ text, update }) => text !== '' && !update);
  return (
    <>
      <h2>{t('notes')}</h2>
      {notes.length === 0 ? (
        <p className="quiet">{t('noNotes')}</p>
      ) : (
        <ol className="thread">
          {notes.map((entry) => (
            <Note key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </>
  );
}

interface HandoffProps {
  readonly row: HandoffRow;
  readonly view: HandoffView | null;
}

/** The visitor's contact details, and the handoff's reason. */
function HandoffFacts({ row, view }: HandoffProps) {
  const { t } = useTranslation('inbox');
  const { moment } = useTimes();
  const language = useLanguage();
  return (
    <>
      {view?.contact.email !== undefined && <Term name={t('email')}>{view.contact.email}</Term>}
      {view?.contact.phone !== undefined && <Term name={t('phone')}>{view.contact.phone}</Term>}
      {row.visitor.language !== null && (
        <Term name={t('language')}>{languageName(row.visitor.language, language)}</Term>
      )}
      <Term name={t('reason')}>{row.reason}</Term>
      <Term name={t('inQueue')}>{row.queue}</Term>
      <Term name={t('requested')}>{moment(row.requestedAt)}</Term>
    </>
  );
}

/** The conversation's state. */
function Facts({ conversation }: { readonly conversation: ConversationView }) {
  const { t } = useTranslation('conversations');
  const channelName = useChannelName();
  const { moment } = useTimes();
  const { status, channel, widgetId, userId, flow, waiting, lastActivityAt } = conversation;
  const version = flow && `flows/${flow.id}/versions/${flow.version}`;
  return (
    <>
      <Term name={t('status')}>{t(`statuses.${status}`)}</Term>
      <Term name={t('lastActivity')}>{moment(lastActivityAt)}</Term>
      <Term name={t('channel')}>{channelName(channel)}</Term>
      {widgetId !== null && <Term name={t('widget')}>{widgetId}</Term>}
      <Term name={t('user')}>{userId}</Term>
      <Term name={t('flow')}>
        {flow === null || version === null ? (
          t('notBegun')
        ) : (
          <>
            <PageLink path={version}>{t('position', { flow: flow.id, version: flow.version })}</PageLink>
            {' · '}
            <PageLink path={`${version}?step=${encodeURIComponent(flow.stepId)}`}>{flow.stepId}</PageLink>
          </>
        )}
      </Term>
      {waiting > 0 && <Term name={t('waiting')}>{waiting}</Term>}
    </>
  );
}

function Shared({ share }: { readonly share: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('inbox');
  const entries = Object.entries(share);
  if (entries.length === 0) return null;
  return (
    <>
      <h2>{t('shared')}</h2>
      <dl className="details-terms">
        {entries.map(([name, value]) => (
          <Term key={name} name={name}>
            {(typeof value === 'string' ? value : JSON.stringify(value)) || '–'}
          </Term>
        ))}
      </dl>
    </>
  );
}
