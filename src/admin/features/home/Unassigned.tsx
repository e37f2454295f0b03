import { Avatar, Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { Failure } from '../../components/Failure.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { useGoTo } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { changeHandoff } from '../inbox/change-handoff.ts';
import { waitingQuery } from '../inbox/queries.ts';
import { HomeSection } from './HomeSection.tsx';

const shown = 5;
const refreshMs = 15_000;

/** Lists who waits for an agent, the longest wait first. */
export function Unassigned() {
  const { t } = useTranslation(['home', 'reports']);
  const list = useInfiniteQuery({ ...waitingQuery, refetchInterval: refreshMs });
  const rows = list.data ?? [];
  return (
    <HomeSection
      title={titleOf(rows.length, list.hasNextPage, t)}
      aside={<PageLink path="inbox">{t('reports:attention.inbox')}</PageLink>}
    >
      <Loaded query={list} what={t('unassigned.title')}>
        {() =>
          rows.length === 0 ? (
            <Text className="quiet">{t('unassigned.none')}</Text>
          ) : (
            <ul className="home-rows">
              {rows.slice(0, shown).map((row) => (
                <UnassignedRow key={row.conversationId} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </HomeSection>
  );
}

/** Names how many wait; of more than a page, at least how many. */
function titleOf(count: number, isMore: boolean, t: TFunction<['home', 'reports']>): string {
  if (isMore) return t('unassigned.more', { number: count });
  return count > 0 ? t('unassigned.count', { count }) : t('unassigned.title');
}

interface RowProps {
  readonly row: HandoffRow;
}

function UnassignedRow({ row }: RowProps) {
  const { t } = useTranslation('home');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const { conversationId, visitor, queue, waitingSince, requestedAt } = row;
  const name = visitor.name ?? t('unassigned.visitor');
  const assign = async () => {
    if (await write.send(() => changeHandoff(call, row, 'take', {}))) goTo(`inbox/${conversationId}`);
  };
  return (
    <li>
      <Avatar size={32} name={name} color="brand" aria-hidden />
      <span className="home-row-body">
        <PageLink path={`inbox/${conversationId}`} className="home-row-name">
          <bdi>{name}</bdi>
        </PageLink>
        <span className="quiet">
          <RelativeTime at={waitingSince ?? requestedAt} /> · <bdi>{queue}</bdi>
        </span>
        {write.error && <Failure error={write.error} />}
      </span>
      <Button
        variant="default"
        size="compact-md"
        loading={write.isPending}
        aria-label={t('unassigned.assignOf', { name })}
        onClick={() => void assign()}
      >
        {t('unassigned.assign')}
      </Button>
    </li>
  );
}
