import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationRow } from '../../../contract/admin/conversations.ts';
import type { ApiError } from '../../api/api.ts';
import { Loaded, MoreOf } from '../../components/Loaded.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge, type Tone } from '../../components/StatusBadge.tsx';
import type { Area } from './Panes.tsx';
import { RowLink } from './RowLink.tsx';
import { useNames } from './use-names.ts';

/** The color of each status. */
const tones: Readonly<Record<ConversationRow['status'], Tone>> = {
  active: 'good',
  waiting: 'warn',
  taken: 'good',
  completed: 'quiet',
  failed: 'bad',
  expired: 'quiet',
};

interface Props {
  readonly area: Area;
  /** Names it, in the user's language. */
  readonly what: string;
  readonly list: UseInfiniteQueryResult<readonly ConversationRow[], ApiError>;
  /** Those of the list that are shown. */
  readonly rows: readonly ConversationRow[];
  /** Shown instead of no rows. */
  readonly empty: ReactNode;
  /** Further buttons at its end. */
  readonly children?: ReactNode;
}

/** Conversations by their last activity, each with where its last run stands. */
export function ConversationList({ area, what, list, rows, empty, children }: Props) {
  return (
    <div className="inbox-list">
      <Loaded query={list} what={what}>
        {() =>
          rows.length === 0 ? (
            empty
          ) : (
            <ul aria-label={what}>
              {rows.map((row) => (
                <Row key={row.runId} area={area} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="inbox-list-end">
        <MoreOf list={list} />
        {children}
      </div>
    </div>
  );
}

function Row({ area, row }: Pick<Props, 'area'> & { readonly row: ConversationRow }) {
  const { t } = useTranslation(['reports', 'conversations']);
  const { conversationId, userId, channel, status, queue, owner, place, flow, failedTurns } = row;
  const name = useNames().visitorOf({ id: userId, name: row.name });
  const facts = {
    inbox: [queue, owner],
    conversations: [
      status === 'taken' ? owner : status === 'waiting' ? queue : null,
      place,
      `${t('conversations:position', { flow: flow.id, version: flow.version })} · ${flow.stepId}`,
    ],
  }[area];
  return (
    <li className="inbox-item">
      <RowLink
        {...{ area, conversationId, name, channel, facts }}
        aside={
          <span className="quiet hint">
            <RelativeTime at={row.endedAt ?? row.lastActivityAt} />
          </span>
        }
        text={row.lastText}
        labels={row.labels}
        priority={row.priority}
      >
        {area === 'conversations' && (
          <>
            <StatusBadge tone={tones[status]}>{t(`list.statuses.${status}`)}</StatusBadge>
            {failedTurns > 0 && <span className="bad">{t('list.faults', { count: failedTurns })}</span>}
          </>
        )}
      </RowLink>
    </li>
  );
}
