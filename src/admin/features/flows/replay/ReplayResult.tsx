import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DraftReplayResult } from '../../../../contract/admin/drafts.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Replayed } from './Replayed.tsx';

/** How conversations went that were played against a draft. */
export function ReplayResult({
  result: { conversations, complete },
}: {
  readonly result: DraftReplayResult;
}) {
  const { t } = useTranslation('flows');
  if (conversations.length === 0) return <EmptyState>{t('replay.none')}</EmptyState>;
  const same = conversations.filter((one) => one.same).length;
  const stopped = conversations.filter((one) => one.stopped !== null).length;
  // What was stopped is said apart: more of it can't be known.
  const isCut = !complete && (stopped === 0 || conversations.some((one) => !one.complete && !one.stopped));
  return (
    <Stack>
      <Text role="status" className={same === conversations.length ? 'good' : 'warn'}>
        {t('replay.verdict', { same, all: conversations.length })}
      </Text>
      {stopped > 0 && <Text className="quiet">{t('replay.stopped', { count: stopped })}</Text>}
      {isCut && <Text className="warn">{t('replay.incomplete')}</Text>}
      {conversations.map((one, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two scripts may have one title, and none moves.
        <Replayed key={n} conversation={one} />
      ))}
    </Stack>
  );
}
