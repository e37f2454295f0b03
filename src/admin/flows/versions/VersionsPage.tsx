import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import {
  type FlowDetail,
  flowDetail,
  type VersionSummary,
  versionsPage,
} from '../../../contract/admin/flows.ts';
import { useList, useQuery } from '../../api/use-query.ts';
import { useRole } from '../../app/console-context.ts';
import { PageLink } from '../../app/PageLink.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useSearch } from '../../app/use-path.ts';
import { useTimes } from '../../app/use-times.ts';
import { Empty } from '../../states/Empty.tsx';
import { Loaded } from '../../states/Loaded.tsx';
import { MoreOf } from '../../states/MoreOf.tsx';
import { useTexts } from '../../texts/texts.ts';
import { RollbackDialog } from './RollbackDialog.tsx';

/** The versions of a flow, the latest first: which is live, what each brought, and the way back. */
export function VersionsPage({ flowId = '' }: { readonly flowId?: string }) {
  const { versionList } = useTexts().flows;
  const [search, setSearch] = useSearch();
  const path = `/flows/${encodeURIComponent(flowId)}`;
  const flow = useQuery(path, flowDetail);
  const list = useList(`${path}/versions`, versionsPage);
  const { may } = useRole();
  const version = Number(search.get('rollback'));
  return (
    <Stack gap="lg">
      <PageTitle>{versionList.title(flowId)}</PageTitle>
      <PageLink path={`flows/${flowId}`}>{versionList.back}</PageLink>
      <Loaded query={flow} what={flowId}>
        {(detail, etag) => (
          <>
            <Loaded query={list.first} what={versionList.title(flowId)}>
              {() => <VersionCards flow={detail} versions={list.items} />}
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
}: {
  readonly flow: FlowDetail;
  readonly versions: readonly VersionSummary[];
}) {
  const { versionList } = useTexts().flows;
  if (versions.length === 0) return <Empty>{versionList.empty}</Empty>;
  return (
    <ul className="cards">
      {versions.map((version) => (
        <li key={version.version}>
          <VersionCard flow={flow} summary={version} />
        </li>
      ))}
    </ul>
  );
}

function VersionCard({
  flow: { id, live },
  summary: { version, by, at, note, source },
}: {
  readonly flow: FlowDetail;
  readonly summary: VersionSummary;
}) {
  const { flows } = useTexts();
  const texts = flows.versionList;
  const { moment } = useTimes();
  const { may } = useRole();
  const [, setSearch] = useSearch();
  const isLive = version === live.version;
  const who = by?.email ?? by?.id ?? (source === 'draft' ? flows.someone : texts.fromFiles);
  return (
    <Card withBorder radius="md" padding="md">
      <Group>
        <PageLink path={`flows/${id}/versions/${version}`}>{flows.version(version)}</PageLink>
        {isLive && (
          <Badge size="lg" tt="none" variant="default" className="good">
            {texts.isLive}
          </Badge>
        )}
        {version === live.canary?.version && (
          <Badge size="lg" tt="none" variant="default" className="warn">
            {texts.isCanary(live.canary.percent)}
          </Badge>
        )}
        <span className="quiet">{at === null ? who : texts.by(who, moment(at))}</span>
      </Group>
      {note !== null && (
        <Text mt="xs">
          <bdi>{note}</bdi>
        </Text>
      )}
      <Group mt="xs">
        {!isLive && live.version !== null && (
          <PageLink path={`flows/${id}/compare?from=${live.version}&to=${version}`}>{texts.compare}</PageLink>
        )}
        {!isLive && live.version !== null && may('flows:publish') && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => setSearch({ rollback: String(version) })}
          >
            {flows.rollback.open(version)}
          </Button>
        )}
      </Group>
    </Card>
  );
}
