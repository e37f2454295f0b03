import { Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { ConversationRow } from '../../../contract/admin/conversations.ts';
import type { ApiError } from '../../api/api.ts';
import { Loaded, MoreOf } from '../../components/Loaded.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import type { Area } from './Panes.tsx';
import { RowLink } from './RowLink.tsx';
import { useNames } from './use-names.ts';

interface Props {
  readonly area: Area;
  /** Names it, in the user's language. */
  readonly what: string;
  readonly list: UseInfiniteQueryResult<readonly ConversationRow[], ApiError>;
  /** Those of the list that are shown. */
  readonly rows: readonly ConversationRow[];
  /** What stands below the name, in one line. */
  readonly factsOf: (row: ConversationRow) => ComponentProps<typeof RowLink>['facts'];
  /** The state, before the facts. */
  readonly stateOf?: (row: ConversationRow) => ReactNode;
  /** Shown instead of no rows. */
  readonly empty: ReactNode;
  /** Further buttons at its end. */
  readonly children?: ReactNode;
}

/** Conversations by their last activity, each with where its last run stands. */
export function ConversationList({ area, what, list, rows, factsOf, stateOf, empty, children }: Props) {
  return (
    <div className="inbox-list">
      <Loaded query={list} what={what}>
        {() =>
          rows.length === 0 ? (
            empty
          ) : (
            <ul aria-label={what}>
              {rows.map((row) => (
                <Row key={row.runId} area={area} row={row} facts={factsOf(row)}>
                  {stateOf?.(row)}
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Group gap={8} mt="sm">
        <MoreOf list={list} />
        {children}
      </Group>
    </div>
  );
}

interface RowProps extends Pick<ComponentProps<typeof RowLink>, 'area' | 'facts' | 'children'> {
  readonly row: ConversationRow;
}

function Row({ area, row, facts, children }: RowProps) {
  const { conversationId, userId, channel } = row;
  const name = useNames().visitorOf({ id: userId, name: row.name });
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
        {children}
      </RowLink>
    </li>
  );
}
