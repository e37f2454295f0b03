import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FlowDetail, VersionSummary } from '../../../../contract/admin/flows.ts';
import { useRole } from '../../../components/console-context.ts';
import { useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { PageTitle } from '../../../components/PageTitle.tsx';
import { useLastDays } from '../../reports/use-last-days.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { flowQuery, versionsQuery } from '../queries.ts';
import { onCardKey } from './card-keys.ts';
import { RollbackDialog } from './RollbackDialog.tsx';
import { VersionCard } from './VersionCard.tsx';
import { figureDays } from './VersionFigures.tsx';

/** The versions of a flow, the latest first: which is live, what each brought, and the way back. */
export function VersionsPage({ flowId = '' }: { readonly flowId?: string }) {
  const { t } = useTranslation('flows');
  const [search, setSearch] = useSearch();
  const flow = useQuery(flowQuery(flowId));
  const list = useInfiniteQuery(versionsQuery(flowId));
  const items = list.data ?? [];
  const { may } = useRole();
  const version = Number(search.get('rollback'));
  return (
    <Stack gap="lg">
      <PageTitle>{t('versionList.title', { flow: flowId })}</PageTitle>
      <PageLink path={`flows/${flowId}`}>{t('versionList.back')}</PageLink>
      <Loaded query={flow} what={flowId}>
        {({ body: detail, etag }) => (
          <>
            <Loaded query={list} what={t('versionList.title', { flow: flowId })}>
              {() => <VersionCards flow={detail} versions={items} onDone={notify} />}
            </Loaded>
            {version > 0 && may('flows:publish') && detail.live.version !== null && (
              <RollbackDialog
                flow={detail}
                etag={etag}
                version={version}
                onClose={() => setSearch({ rollback: null })}
              />
            )}
          </>
        )}
      </Loaded>
      <MoreOf list={list} />
    </Stack>
  );
}

function VersionCards({
  flow,
  versions,
  onDone,
}: {
  readonly flow: FlowDetail;
  readonly versions: readonly VersionSummary[];
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation('flows');
  const report = useLastDays(figureDays, { flow: flow.id, group: 'version' }).data?.body ?? null;
  if (versions.length === 0) return <EmptyState>{t('versionList.empty')}</EmptyState>;
  return (
    <Stack>
      <Text size="sm" className="quiet key-help">
        {t('versionList.keys')}
      </Text>
      <ul className="cards" onKeyDown={onCardKey}>
        {versions.map((version) => (
          <li key={version.version}>
            <VersionCard flow={flow} summary={version} report={report} onDone={onDone} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
