import { Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DraftContent,
  draft,
  type FlowSummary,
  liveChange,
  type VersionSummary,
  versionDetail,
} from '../../../../contract/admin/flows.ts';
import type { FiguresAnswer } from '../../../../contract/admin/reports.ts';
import { useIdempotencyKey, useWrite } from '../../../api/use-write.ts';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { ConfirmDialog } from '../../../components/Dialog.tsx';
import { EmptyState, Failure, Loaded, MoreOf } from '../../../components/Loaded.tsx';
import { useGoTo, useSearch } from '../../../components/navigation.ts';
import { notify } from '../../../components/notify.tsx';
import { PageLink } from '../../../components/PageHeader.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { RowMenu } from '../../../components/RowMenu.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { useNumbers } from '../../reports/formats.ts';
import { useLastDays } from '../../reports/use-figures.ts';
import { WhatDiffers } from '../compare/WhatDiffers.tsx';
import { FlowHeader } from '../FlowHeader.tsx';
import { RunningOn } from '../publish/PublishedNotice.tsx';
import { flowQuery, versionsQuery } from '../queries.ts';

/** The versions of a flow, newest first, with Compare and Roll back. */
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
      <FlowHeader flowId={flowId} tab={t('versions')} />
      <Loaded query={flow} what={flowId}>
        {({ body: detail, etag }) => (
          <>
            <Loaded query={list} what={t('versions')}>
              {() => <VersionTable flow={detail} versions={items} />}
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

interface RollbackDialogProps {
  readonly flow: FlowSummary;
  readonly etag: string;
  readonly version: number;
  readonly onClose: () => void;
}

/** Makes another version live. The draft does not change. */
function RollbackDialog({ flow: { id, live }, etag, version, onClose }: RollbackDialogProps) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const body = { version };
  const idempotencyKey = useIdempotencyKey({ body, etag });
  const send = async () => {
    const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
    const options = { path: { flowId: id }, header, body };
    const roll = () => call('POST', '/v1/admin/flows/{flowId}/rollback', liveChange, options);
    // Someone else may have changed it: the dialog then names the live version.
    const isDone = await write.send(roll);
    if (isDone) goTo(`flows/${id}?rolled-back=${version}`);
  };
  return (
    <ConfirmDialog
      title={t('rollback.title', { version })}
      button={t('rollback.button')}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('rollback.what', { from: live.version ?? 0, to: version })}</Text>
      {live.version !== null && <RunningOn flowId={id} version={live.version} />}
      <WhatDiffers
        flowId={id}
        from={String(live.version)}
        to={String(version)}
        title={t('rollback.differs', { from: live.version ?? 0, to: version })}
      />
    </ConfirmDialog>
  );
}

interface TableProps {
  readonly flow: FlowSummary;
  readonly versions: readonly VersionSummary[];
}

function VersionTable({ flow, versions }: TableProps) {
  const { t } = useTranslation(['flows', 'reports']);
  const goTo = useGoTo();
  const report = useLastDays(figureDays, { flow: flow.id, group: 'version' }).data?.body ?? null;
  if (versions.length === 0) return <EmptyState>{t('versionList.empty')}</EmptyState>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the list, which is what has the focus.
    <div onKeyDown={(event) => onRowKey(event, goTo)}>
      <DataTable
        title={t('versions')}
        rows={versions}
        keyOf={({ version }) => version}
        columns={[
          { name: t('versionList.version'), cell: ({ version }) => <Version of={flow} version={version} /> },
          { name: t('versionList.note'), cell: ({ note }) => <bdi>{note}</bdi> },
          {
            name: t('versionList.published'),
            cell: ({ by, at, source }) => (
              <span className="quiet">
                <bdi>
                  {by?.email ?? by?.id ?? (source === 'draft' ? t('someone') : t('versionList.fromFiles'))}
                </bdi>{' '}
                {at !== null && <RelativeTime at={at} />}
              </span>
            ),
          },
          {
            name: t('reports:figures.conversations'),
            cell: ({ version }) => report && <VersionFigures report={report} version={version} />,
          },
        ]}
        actions={({ version }) => <VersionMenu flowId={flow.id} version={version} live={flow.live.version} />}
      />
    </div>
  );
}

interface VersionProps {
  readonly of: FlowSummary;
  readonly version: number;
}

/** A version's number, and whether it is live. */
function Version({ of: { id, live }, version }: VersionProps) {
  const { t } = useTranslation('flows');
  const compare =
    live.version === null || version === live.version ? undefined : comparison(id, live.version, version);
  return (
    <Group gap="xs" data-compare={compare}>
      <PageLink path={`flows/${id}/versions/${version}`}>{t('version', { version })}</PageLink>
      {version === live.version && <StatusBadge tone="good">{t('versionList.isLive')}</StatusBadge>}
      {version === live.canary?.version && (
        <StatusBadge tone="warn">{t('versionList.isCanary', { percent: live.canary.percent })}</StatusBadge>
      )}
    </Group>
  );
}

interface MenuProps {
  readonly flowId: string;
  readonly version: number;
  readonly live: number | null;
}

function VersionMenu({ flowId, version, live }: MenuProps) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const goTo = useGoTo();
  const [, setSearch] = useSearch();
  const copy = useCopyVersion(flowId, version);
  const isOther = live !== null && version !== live;
  if (!isOther && !may('flows:edit')) return null;
  return (
    <>
      <RowMenu
        label={t('more', { name: t('version', { version }) })}
        loading={copy.isPending}
        items={[
          isOther && {
            label: t('versionList.compare'),
            onClick: () => goTo(comparison(flowId, live, version)),
          },
          may('flows:edit') && { label: t('versionList.copy', { version }), onClick: copy.start },
          isOther &&
            may('flows:publish') && {
              label: t('rollback.open', { version }),
              onClick: () => setSearch({ rollback: String(version) }),
            },
        ]}
      />
      {copy.error && <Failure error={copy.error} />}
    </>
  );
}

const comparison = (flowId: string, from: number, to: number) =>
  `flows/${flowId}/compare?from=${from}&to=${to}`;

/** The number of days of its figures. */
const figureDays = 30;

/** Conversations of a version, and the share resolved by the bot. */
function VersionFigures({ report, version }: { readonly report: FiguresAnswer; readonly version: number }) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const row = report.rows.find(({ label }) => 'version' in label && label.version === version);
  const { started = 0, ended = 0, flowAlone = 0 } = row?.figures.runs ?? {};
  const facts = [
    t('flows.runs', { count: started }),
    ...(ended > 0 ? [t('flows.alone', { share: numbers.share(flowAlone, ended) })] : []),
  ];
  return (
    <Text size="sm" className="quiet">
      {facts.join(' · ')} {t('flows.inDays', { count: figureDays })}
    </Text>
  );
}

const draftPath = '/v1/admin/flows/{flowId}/draft';

/** Restores a version into the draft; Undo restores the former draft. */
function useCopyVersion(flowId: string, version: number) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const save = (body: DraftContent, ifMatch: string) =>
    call('PUT', draftPath, draft, { path: { flowId }, header: { 'if-match': ifMatch }, body });
  const copy = async () => {
    // Read now, so that Undo restores exactly what is overwritten.
    const [before, wanted] = await Promise.all([
      call('GET', draftPath, draft, { path: { flowId } }),
      call('GET', '/v1/admin/flows/{flowId}/versions/{version}', versionDetail, {
        path: { flowId, version: String(version) },
      }),
    ]);
    const saved = await save(contentOf(wanted.body), before.etag);
    notify({
      text: t('versionList.copied', { version }),
      undo: () => save(contentOf(before.body), saved.etag),
    });
  };
  return { ...write, start: () => void write.send(copy) };
}

/** The content of a draft or a version. */
function contentOf({ definition, layout, conversations }: DraftContent): DraftContent {
  return { definition, layout, conversations };
}

/**
 * J and K go from version to version, D compares: only while the list has the focus, so that users of voice control
 * set off none by speaking (WCAG 2.1.4). By the key's place where it writes no Latin letter.
 */
function onRowKey(event: KeyboardEvent<HTMLElement>, goTo: (path: string) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
  const row = (event.target as Element).closest('tr');
  const compare = row?.querySelector<HTMLElement>('[data-compare]')?.dataset.compare;
  const other = pressed === 'KeyJ' ? row?.nextElementSibling : row?.previousElementSibling;
  if (pressed === 'KeyJ' || pressed === 'KeyK') other?.querySelector<HTMLElement>('a[href]')?.focus();
  else if (pressed === 'KeyD' && compare) goTo(compare);
  else return;
  event.preventDefault();
}
