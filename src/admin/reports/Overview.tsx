import { Stack, Title } from '@mantine/core';
import { PageLink } from '../app/PageLink.tsx';
import { Empty } from '../states/Empty.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { Attention } from './Attention.tsx';
import { OverviewCards } from './OverviewCards.tsx';
import { useLastDays } from './use-last-days.ts';
import './reports.css';

/** The first page's figures: what needs attention, and how the last week went. @see console.md 3 */
export function Overview() {
  const texts = useReportTexts();
  const query = useLastDays(7, { group: 'day', compare: 'before' });
  return (
    <>
      <Attention />
      <Stack component="section" aria-label={texts.overview.title}>
        <Title order={2} size="h4">
          {texts.overview.title}: {texts.filters.ranges['7']}
        </Title>
        <Loaded query={query} what={texts.overview.title}>
          {({ body }) =>
            body.total.runs.started === 0 ? (
              <Empty>{texts.overview.noneYet}</Empty>
            ) : (
              <OverviewCards report={body} isShort />
            )
          }
        </Loaded>
        <p>
          <PageLink path="reports">{texts.overview.all}</PageLink>
        </p>
      </Stack>
    </>
  );
}
