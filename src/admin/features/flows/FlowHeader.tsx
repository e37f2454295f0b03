import { Breadcrumbs, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '../../components/console-context.ts';
import { PageLink, PageTitle } from '../../components/PageHeader.tsx';
import { flowQuery } from './queries.ts';
import './flows.css';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
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

/** Who changed the draft, and whether it has problems. */
export function DraftState({ flow: { draft } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('flows');
  if (draft === null) return <span className="quiet">{t('noChanges')}</span>;
  const who = draft.by?.email ?? draft.by?.id ?? t('someone');
  return (
    <>
      {draft.faults > 0 && <StatusBadge tone="bad">{t('faults', { count: draft.faults })}</StatusBadge>}{' '}
      <span className="quiet">
        {t('editedBy', { who })} {draft.at && <RelativeTime at={draft.at} />}
      </span>
    </>
  );
}
