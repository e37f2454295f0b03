import { Group, Stack, Table, Text } from '@mantine/core';
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
  const columns = [
    t('versionList.version'),
    t('versionList.note'),
    t('versionList.published'),
    t('reports:figures.conversations'),
    t('versionList.actions'),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the list, which is what has the focus.
    <div onKeyDown={(event) => onRowKey(event, goTo)}>
      <DataTable title={t('versions')} columns={columns}>
        {versions.map((version) => (
          <VersionRow key={version.version} flow={flow} summary={version} report={report} />
        ))}
      </DataTable>
    </div>
  );
}

interface RowProps {
  readonly flow: FlowSummary;
  readonly summary: VersionSummary;
  /** Recent figures of its versions; null until they are known. */
  readonly report: FiguresAnswer | null;
}

/** A version: what it brought, who made it, how it ran, and what can be done with it. */
function VersionRow({ flow: { id, live }, summary: { version, by, at, note, source }, report }: RowProps) {
  const { t } = useTranslation('flows');
  const who = by?.email ?? by?.id ?? (source === 'draft' ? t('someone') : t('versionList.fromFiles'));
  return (
    <Table.Tr
      data-compare={
        live.version !== null && version !== live.version ? comparison(id, live.version, version) : undefined
      }
    >
      <Table.Td>
        <Group gap="xs">
          <PageLink path={`flows/${id}/versions/${version}`}>{t('version', { version })}</PageLink>
          {version === live.version && <StatusBadge tone="good">{t('versionList.isLive')}</StatusBadge>}
          {version === live.canary?.version && (
            <StatusBadge tone="warn">
              {t('versionList.isCanary', { percent: live.canary.percent })}
            </StatusBadge>
          )}
        </Group>
      </Table.Td>
      <Table.Td data-label={t('versionList.note')}>
        <bdi>{note}</bdi>
      </Table.Td>
      <Table.Td data-label={t('versionList.published')} className="quiet">
        <bdi>{who}</bdi> {at !== null && <RelativeTime at={at} />}
      </Table.Td>
      <Table.Td>{report && <VersionFigures report={report} version={version} />}</Table.Td>
      <Table.Td>
        <VersionMenu flowId={id} version={version} live={live.version} />
      </Table.Td>
    </Table.Tr>
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
  const other = pressed === 'KeyJ' ? row?.nextElementSibling : row?.previousElementSibling;
  if (pressed === 'KeyJ' || pressed === 'KeyK') other?.querySelector<HTMLElement>('a[href]')?.focus();
  else if (pressed === 'KeyD' && row?.dataset.compare) goTo(row.dataset.compare);
  else return;
  event.preventDefault();
}
