import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/PageLink.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Attention } from './Attention.tsx';
import { OverviewCards } from './OverviewCards.tsx';
import { useLastDays } from './use-last-days.ts';
import './reports.css';

/** The first page's figures: what needs attention, and how the last week went. @see console.md 3 */
export function Overview() {
  const { t } = useTranslation('reports');
  const query = useLastDays(7, { group: 'day', compare: 'before' });
  return (
    <>
      <Attention />
      <Stack component="section" aria-label={t('overview.title')}>
        <Title order={2} size="h4">
          {t('overview.title')}: {t('filters.ranges.7')}
        </Title>
        <Loaded query={query} what={t('overview.title')}>
          {({ body }) =>
            body.total.runs.started === 0 ? (
              <EmptyState>{t('overview.noneYet')}</EmptyState>
            ) : (
              <OverviewCards report={body} isShort />
            )
          }
        </Loaded>
        <p>
          <PageLink path="reports">{t('overview.all')}</PageLink>
        </p>
      </Stack>
    </>
  );
}
