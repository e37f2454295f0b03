import { useTranslation } from 'react-i18next';
import type { HandoffRow, HandoffView } from '../../../contract/admin/handoffs.ts';
import { useRole } from '../../components/console-context.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { useTimes } from '../../components/use-times.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Term } from '../conversations/Facts.tsx';
import type { TalkState } from './live/talk.ts';
import { Note } from './SideLine.tsx';
import { useNames } from './use-names.ts';

/** The visitor, the reason of the handoff, and internal notes. */
export function Details({
  row,
  view,
  said,
  isOpen,
  conversationId,
}: {
  readonly row: HandoffRow | null;
  readonly view: HandoffView | null;
  readonly said: TalkState;
  /** On a narrow page it is shown when asked for. */
  readonly isOpen: boolean;
  readonly conversationId: string;
}) {
  const { t } = useTranslation('inbox');
  const { may } = useRole();
  const { visitorOf } = useNames();
  const notes = said.side.filter(({ text, update }) => text !== '' && !update);
  const transcript = `conversations/${encodeURIComponent(conversationId)}`;
  return (
    <aside
      className={isOpen ? 'inbox-details inbox-details-open' : 'inbox-details'}
      aria-label={t('details')}
    >
      {row && (
        <>
          <h3 className="inbox-details-name">
            <bdi>{visitorOf(row.visitor)}</bdi>
            <span className={row.visitor.verified ? 'good' : 'quiet'}>
              {row.visitor.verified ? `✓ ${t('verified')}` : t('claimed')}
            </span>
          </h3>
          <Facts row={row} view={view} />
          <Shared share={view?.share ?? {}} />
        </>
      )}
      {may('conversations:view') && (
        <p className="inbox-links">
          <PageLink path={transcript}>{t('transcript')}</PageLink>
          {row && may('people:manage') && (
            <PageLink path={`people/${row.visitor.channel}/${encodeURIComponent(row.visitor.id)}`}>
              {t('personsData')}
            </PageLink>
          )}
        </p>
      )}
      <h3>{t('notes')}</h3>
      {notes.length === 0 ? (
        <p className="quiet">{t('noNotes')}</p>
      ) : (
        <ol className="inbox-lines">
          {notes.map((entry) => (
            <Note key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </aside>
  );
}

interface FactsProps {
  readonly row: HandoffRow;
  readonly view: HandoffView | null;
}

/** How the visitor is reached, and what they came for. */
function Facts({ row, view }: FactsProps) {
  const { t } = useTranslation('inbox');
  const { moment } = useTimes();
  const language = useLanguage();
  return (
    <dl className="inbox-terms">
      {view?.contact.email !== undefined && <Term name={t('email')}>{view.contact.email}</Term>}
      {view?.contact.phone !== undefined && <Term name={t('phone')}>{view.contact.phone}</Term>}
      {row.visitor.language !== null && (
        <Term name={t('language')}>{languageName(row.visitor.language, language)}</Term>
      )}
      <Term name={t('reason')}>{row.reason}</Term>
      <Term name={t('inQueue')}>{row.queue}</Term>
      <Term name={t('requested')}>{moment(row.requestedAt)}</Term>
    </dl>
  );
}

/** Names a language in another; a code that is none is shown as it came. */
function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function Shared({ share }: { readonly share: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('inbox');
  const entries = Object.entries(share);
  if (entries.length === 0) return null;
  return (
    <>
      <h3>{t('shared')}</h3>
      <dl className="inbox-terms">
        {entries.map(([name, value]) => (
          <Term key={name} name={name}>
            {(typeof value === 'string' ? value : JSON.stringify(value)) || '–'}
          </Term>
        ))}
      </dl>
    </>
  );
}
