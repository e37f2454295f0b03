import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DraftContent,
  draft,
  type FlowDetail,
  liveChange,
  type VersionSummary,
  versionDetail,
} from '../../../../contract/admin/flows.ts';
import type { FiguresAnswer } from '../../../../contract/admin/reports.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Failure } from '../../../components/Failure.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { useGoTo, useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { PageTitle } from '../../../components/PageTitle.tsx';
import { useTimes } from '../../../components/use-times.ts';
import { useLastDays } from '../../reports/use-last-days.ts';
import { useNumbers } from '../../reports/use-numbers.ts';
import { WhatDiffers } from '../compare/WhatDiffers.tsx';
import { RunningOn } from '../publish/RunningOn.tsx';
import { flowQuery, versionsQuery } from '../queries.ts';

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

/** Moves what is live to another version; names both. The draft stays as it is. */
function RollbackDialog({
  flow: { id, live },
  etag,
  version,
  onClose,
}: {
  readonly flow: FlowDetail;
  readonly etag: string;
  readonly version: number;
  readonly onClose: () => void;
}) {
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
    // Somebody else may have moved it: the dialog then names what is live now.
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

/** A version in the list: what it brought, and what can be done with it. */
function VersionCard({
  flow: { id, live },
  summary: { version, by, at, note, source },
  report,
  onDone,
}: {
  /** How its versions ran of late; null while that is not known. */
  readonly report: FiguresAnswer | null;
  readonly flow: FlowDetail;
  readonly summary: VersionSummary;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation('flows');
  const { moment } = useTimes();
  const { may } = useRole();
  const [, setSearch] = useSearch();
  const isLive = version === live.version;
  const who = by?.email ?? by?.id ?? (source === 'draft' ? t('someone') : t('versionList.fromFiles'));
  return (
    <Card withBorder radius="md" padding="md">
      <Group>
        <PageLink path={`flows/${id}/versions/${version}`}>{t('version', { version })}</PageLink>
        {isLive && (
          <Badge size="lg" tt="none" variant="default" className="good">
            {t('versionList.isLive')}
          </Badge>
        )}
        {version === live.canary?.version && (
          <Badge size="lg" tt="none" variant="default" className="warn">
            {t('versionList.isCanary', { percent: live.canary.percent })}
          </Badge>
        )}
        <span className="quiet">{at === null ? who : t('versionList.by', { who, when: moment(at) })}</span>
      </Group>
      {note !== null && (
        <Text mt="xs">
          <bdi>{note}</bdi>
        </Text>
      )}
      {report && <VersionFigures report={report} version={version} />}
      <Group mt="xs">
        {!isLive && live.version !== null && (
          <span data-key="D">
            <PageLink path={`flows/${id}/compare?from=${live.version}&to=${version}`}>
              {t('versionList.compare')}
            </PageLink>
          </span>
        )}
        {may('flows:edit') && <CopyVersion flowId={id} version={version} onDone={onDone} />}
        {!isLive && live.version !== null && may('flows:publish') && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => setSearch({ rollback: String(version) })}
          >
            {t('rollback.open', { version })}
          </Button>
        )}
      </Group>
    </Card>
  );
}

/** Of how many days its figures are. */
const figureDays = 30;

/** How much a version ran of late, and how often it needed nobody. */
function VersionFigures({ report, version }: { readonly report: FiguresAnswer; readonly version: number }) {
  const { t } = useTranslation('reports');
  const numbers = useNumbers();
  const row = report.rows.find(({ label }) => 'version' in label && label.version === version);
  const { started = 0, ended = 0, flowAlone = 0 } = row?.figures.runs ?? {};
  const said = [
    t('flows.runs', { count: started }),
    ...(ended > 0 ? [t('flows.alone', { share: numbers.share(flowAlone, ended) })] : []),
  ];
  return (
    <Text size="sm" className="quiet">
      {said.join(' · ')} {t('flows.inDays', { count: figureDays })}
    </Text>
  );
}

const draftPath = '/v1/admin/flows/{flowId}/draft';

/** Makes the draft what a version is; the way back writes what the draft was. */
function CopyVersion({
  flowId,
  version,
  onDone,
}: {
  readonly flowId: string;
  readonly version: number;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const save = (body: DraftContent, ifMatch: string) =>
    call('PUT', draftPath, draft, { path: { flowId }, header: { 'if-match': ifMatch }, body });
  const copy = async () => {
    // As it is at this moment: what is written over is what can be had back.
    const [before, wanted] = await Promise.all([
      call('GET', draftPath, draft, { path: { flowId } }),
      call('GET', '/v1/admin/flows/{flowId}/versions/{version}', versionDetail, {
        path: { flowId, version: String(version) },
      }),
    ]);
    const saved = await save(contentOf(wanted.body), before.etag);
    onDone({
      text: t('versionList.copied', { version }),
      undo: () => save(contentOf(before.body), saved.etag),
    });
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        loading={write.isPending}
        onClick={() => void write.send(copy)}
      >
        {t('versionList.copy', { version })}
      </Button>
      {write.error && <Failure error={write.error} />}
    </>
  );
}

/** What of a draft or a version is its content. */
function contentOf({ definition, layout, conversations }: DraftContent): DraftContent {
  return { definition, layout, conversations };
}

/** What takes the focus in a card. */
const focusable = 'a[href], button';

/**
 * J and K go from card to card, D follows the card's comparison: only while the list has the focus, so that whoever
 * speaks their commands sets off none by speaking (WCAG 2.1.4). By the key's place where it writes no Latin letter.
 */
function onCardKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const pressed = /^[a-z]$/i.test(event.key) ? `Key${event.key.toUpperCase()}` : event.code;
  const card = (event.target as Element).closest('li');
  const other = pressed === 'KeyJ' ? card?.nextElementSibling : card?.previousElementSibling;
  if (pressed === 'KeyJ' || pressed === 'KeyK') other?.querySelector<HTMLElement>(focusable)?.focus();
  else if (pressed === 'KeyD') card?.querySelector<HTMLElement>('[data-key=D] a')?.click();
  else return;
  event.preventDefault();
}
