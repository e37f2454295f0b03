import { Breadcrumbs, Group, Stack } from '@mantine/core';
import IconCopy from '@tabler/icons-react/icons/IconCopy';
import IconDownload from '@tabler/icons-react/icons/IconDownload';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { noContent } from '../../api/api.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { useConfirm } from '../../components/Dialog.tsx';
import { Failure } from '../../components/Loaded.tsx';
import { useGoTo } from '../../components/navigation.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { draftQuery, flowQuery, flowsQuery } from './queries.ts';
import './flows.css';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { type MenuItem, RowMenu } from '../../components/RowMenu.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { saveJson } from '../../components/save-text.ts';
import { PageTabs } from '../../components/Tabs.tsx';

interface Props {
  readonly flowId: string;
  /** Names the tab in the browser. */
  readonly tab?: string;
  /** The title of a page below a tab. */
  readonly title?: string;
  /** The actions on the flow. */
  readonly children?: ReactNode;
}

/** Shows the one head of all pages of a flow: where it is, its title, what is live, and its tabs. */
export function FlowHeader({ flowId, tab, title, children }: Props) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const flow = useQuery(flowQuery(flowId)).data?.body;
  const name = flow?.title ?? flowId;
  const tabs = [
    { path: `flows/${flowId}`, name: t('tabs.overview') },
    may('flows:edit') && { path: `flows/${flowId}/edit`, name: t('tabs.editor') },
    may('flows:edit') && { path: `flows/${flowId}/tests`, name: t('tabs.tests') },
    { path: `flows/${flowId}/versions`, name: t('versions'), isArea: true },
    may('reports:view') && { path: `reports/flows/${flowId}`, name: t('tabs.report') },
  ].filter((tab) => tab !== false);
  return (
    <Stack gap="xs">
      <Breadcrumbs separatorMargin="xs" className="crumbs">
        <PageLink path="flows">{t('title')}</PageLink>
        {title !== undefined && <PageLink path={`flows/${flowId}`}>{name}</PageLink>}
      </Breadcrumbs>
      <Group justify="space-between" align="flex-start">
        <Group gap="sm">
          <PageTitle {...(tab !== undefined && { tab })}>{title ?? name}</PageTitle>
          {flow && <Live flow={flow} />}
        </Group>
        <Group gap="xs">{children}</Group>
      </Group>
      <PageTabs label={t('tabs.label')} tabs={tabs} />
    </Stack>
  );
}

/** The live version of a flow. */
export function Live({ flow: { live, canaryEnded } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('flows');
  return (
    <>
      {live.version === null ? (
        <StatusBadge tone="quiet">{t('notLive')}</StatusBadge>
      ) : (
        <StatusBadge tone="good">{t('liveVersion', { version: live.version })}</StatusBadge>
      )}{' '}
      {live.canary && (
        <StatusBadge tone="warn">
          {t('canary', { version: live.canary.version, percent: live.canary.percent })}
        </StatusBadge>
      )}
      {canaryEnded?.action === 'cancel' && (
        <StatusBadge tone="bad">{t('rolloutStopped', { version: canaryEnded.version })}</StatusBadge>
      )}
    </>
  );
}

interface DraftProps {
  readonly flow: FlowSummary;
  /** Whether to show when it was changed. */
  readonly isTimed?: boolean;
}

/** Who changed the draft, and whether it has problems. */
export function DraftState({ flow: { draft }, isTimed = false }: DraftProps) {
  const { t } = useTranslation('flows');
  if (draft === null) return <span className="quiet">{t('noChanges')}</span>;
  const who = draft.by?.email ?? draft.by?.id ?? t('someone');
  return (
    <>
      {draft.faults > 0 && <StatusBadge tone="bad">{t('faults', { count: draft.faults })}</StatusBadge>}{' '}
      <span className="quiet">
        {t('editedBy', { who })} {isTimed && draft.at && <RelativeTime at={draft.at} />}
      </span>
    </>
  );
}

interface MenuProps {
  readonly flow: FlowSummary;
  /** Other actions, shown first. */
  readonly more?: readonly MenuItem[];
  /** Whether it is on the flow's own page, which is left once the flow is deleted. */
  readonly isPage?: boolean;
}

/** Duplicates, exports or deletes a flow. */
export function FlowMenu({ flow: { id, title }, more = [], isPage = false }: MenuProps) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const client = useQueryClient();
  const goTo = useGoTo();
  const write = useWrite({ isGone: true });
  const exportJson = () =>
    write.send(async () => {
      const { body } = await client.fetchQuery(draftQuery(id));
      saveJson(id, { id, version: 1, ...body.definition });
    });
  const remove = useConfirm({
    title: t('remove.title', { name: id }),
    text: t('remove.what'),
    button: t('remove.button'),
    isDangerous: true,
    typed: { label: t('remove.type', { name: id }), name: id },
    act: async () => {
      // Deletes the state that the flow's page shows; a list shows none, and what is cached may be old.
      const staleTime = isPage ? Number.POSITIVE_INFINITY : 0;
      const { etag } = await client.fetchQuery({ ...flowQuery(id), staleTime });
      return call('DELETE', '/v1/admin/flows/{flowId}', noContent, {
        path: { flowId: id },
        header: { 'if-match': etag },
      });
    },
    isGone: true,
    onDone: () => {
      // Back must not lead to a deleted page.
      if (isPage) goTo('flows', { replace: true });
      else void client.invalidateQueries({ queryKey: flowsQuery.queryKey });
    },
  });
  return (
    <>
      <RowMenu
        {...(isPage && { variant: 'default', size: 36 })}
        label={t('more', { name: title ?? id })}
        loading={write.isPending}
        items={[
          ...more,
          {
            label: t('create.duplicate'),
            icon: <IconCopy size={16} />,
            onClick: () => goTo(`flows?new&from=copy:${id}`),
          },
          {
            label: t('create.exportJson'),
            icon: <IconDownload size={16} />,
            onClick: () => void exportJson(),
          },
          { label: t('remove.open'), icon: <IconTrash size={16} />, isDangerous: true, onClick: remove },
        ]}
      />
      {write.error && <Failure error={write.error} />}
    </>
  );
}
