import { Stack, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { ChannelsReport } from './ChannelsReport.tsx';
import { CostReport } from './CostReport.tsx';
import { FlowReport } from './FlowReport.tsx';
import { FlowsReport } from './FlowsReport.tsx';
import { HandoffsReport } from './HandoffsReport.tsx';
import { OverviewReport } from './OverviewReport.tsx';
import { RefusalsReport } from './RefusalsReport.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { SatisfactionReport } from './SatisfactionReport.tsx';
import { VersionsReport } from './VersionsReport.tsx';
import './reports.css';

const reports = {
  overview: OverviewReport,
  flows: FlowsReport,
  versions: VersionsReport,
  channels: ChannelsReport,
  handoffs: HandoffsReport,
  satisfaction: SatisfactionReport,
  cost: CostReport,
  refusals: RefusalsReport,
} as const satisfies Readonly<Record<string, ComponentType>>;
type Name = keyof typeof reports;

/** What happened, in numbers: one report of several, whose range and filters are in the address. @see console.md 6 */
export function ReportsPage({
  report = 'overview',
  flowId,
}: {
  readonly report?: string;
  readonly flowId?: string;
}) {
  const { t } = useTranslation('reports');
  const [search] = useSearch();
  const name = Object.hasOwn(reports, report) ? (report as Name) : 'overview';
  const Report = reports[name];
  const isOfRefusals = flowId === undefined && name === 'refusals';
  const kept = new URLSearchParams(search);
  kept.delete('table');
  const behind = kept.size > 0 ? `?${kept}` : '';
  return (
    <Stack gap="lg">
      <PageTitle>{flowId === undefined ? t('title') : `${t('title')}: ${flowId}`}</PageTitle>
      <nav aria-label={t('title')} className="report-pages">
        <ul>
          {(Object.keys(reports) as Name[]).map((one) => (
            <li key={one}>
              <PageLink
                path={`reports${one === 'overview' ? '' : `/${one}`}${behind}`}
                isArea={one !== 'overview'}
              >
                {t(`pages.${one}`)}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <ReportFilters ofFlow={flowId !== undefined} isOfRange={isOfRefusals} />
      {flowId === undefined ? <Report /> : <FlowReport flowId={flowId} />}
      {!isOfRefusals && (
        <Text size="sm" className="quiet">
          {t('how.conversations')}
        </Text>
      )}
    </Stack>
  );
}
