import { Stack, Text } from '@mantine/core';
import {
  type FlowDetail,
  flowDetail,
  type VersionSummary,
  versionsPage,
} from '../../../contract/admin/flows.ts';
import { useList, useQuery } from '../../api/use-query.ts';
import { useRole } from '../../app/console-context.ts';
import { type Done, notify } from '../../app/notify.tsx';
import { PageLink } from '../../app/PageLink.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useSearch } from '../../app/use-path.ts';
import { useLastDays } from '../../reports/use-last-days.ts';
import { Empty } from '../../states/Empty.tsx';
import { Loaded } from '../../states/Loaded.tsx';
import { MoreOf } from '../../states/MoreOf.tsx';
import { useTexts } from '../../texts/texts.ts';
import { onCardKey } from './card-keys.ts';
import { RollbackDialog } from './RollbackDialog.tsx';
import { VersionCard } from './VersionCard.tsx';
import { figureDays } from './VersionFigures.tsx';

/** The versions of a flow, the latest first: which is live, what each brought, and the way back. */
export function VersionsPage({ flowId = '' }: { readonly flowId?: string }) {
  const { versionList } = useTexts().flows;
  const [search, setSearch] = useSearch();
  const path = { flowId };
  const flow = useQuery('/v1/admin/flows/{flowId}', flowDetail, { path });
  const list = useList('/v1/admin/flows/{flowId}/versions', versionsPage, { path });
  const { may } = useRole();
  const finish = async ({ text, undo }: Done) => {
    const takeBack = async (change: () => Promise<unknown>) => {
      await change();
      await flow.reload();
    };
    notify({ text, undo: undo && (() => takeBack(undo)) });
    await flow.reload();
  };
  const version = Number(search.get('rollback'));
  return (
    <Stack gap="lg">
      <PageTitle>{versionList.title(flowId)}</PageTitle>
      <PageLink path={`flows/${flowId}`}>{versionList.back}</PageLink>
      <Loaded query={flow} what={flowId}>
        {(detail, etag) => (
          <>
            <Loaded query={list.first} what={versionList.title(flowId)}>
              {() => <VersionCards flow={detail} versions={list.items} onDone={finish} />}
            </Loaded>
            {version > 0 && may('flows:publish') && detail.live.version !== null && (
              <RollbackDialog
                flow={detail}
                etag={etag}
                version={version}
                reload={flow.reload}
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
  const { versionList } = useTexts().flows;
  const report = useLastDays(figureDays, { flow: flow.id, group: 'version' }).answer?.body ?? null;
  if (versions.length === 0) return <Empty>{versionList.empty}</Empty>;
  return (
    <Stack>
      <Text size="sm" className="quiet key-help">
        {versionList.keys}
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
