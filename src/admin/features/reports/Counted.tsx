import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import { EmptyState, Loaded } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { RelativeTime, useTimes } from '../../components/RelativeTime.tsx';
import { useDays } from './formats.ts';
import { useToday } from './use-figures.ts';

export type CountedRange = Pick<FiguresAnswer, 'zone' | 'from' | 'to' | 'until'>;

export interface CountedProps<Body extends CountedRange> {
  readonly query: Query<Body>;
  readonly what: string;
  readonly isEmpty: (body: Body) => boolean;
  /** The message for no data, if it isn't the usual one. */
  readonly nothing?: (days: string) => string;
  readonly children: (body: Body) => ReactNode;
}

/** A report's data with its days, time zone and age; or that there is none. */
export function Counted<Body extends CountedRange>({
  query,
  what,
  isEmpty,
  nothing,
  children,
}: CountedProps<Body>) {
  const { t } = useTranslation('reports');
  const [, setSearch] = useSearch();
  const { range } = useDays();
  const { moment } = useTimes();
  const today = useToday();
  return (
    <Loaded query={query} what={what}>
      {({ body }) =>
        isEmpty(body) ? (
          <EmptyState>
            <Text>{nothing ? nothing(range(body)) : t('frame.nothing', { days: range(body) })}</Text>
            {body.to >= today && (
              <Text size="sm" className="quiet">
                {t('frame.lag')}
              </Text>
            )}
            <Button variant="default" onClick={() => setSearch({ range: '30', from: null, to: null })}>
              {t('frame.last30')}
            </Button>
          </EmptyState>
        ) : (
          <Stack gap="lg">
            {body.until !== null && (
              <Text size="sm" className="quiet">
                {t('frame.until', { moment: moment(body.until) })}
              </Text>
            )}
            {children(body)}
          </Stack>
        )
      }
    </Loaded>
  );
}

/** Below a list with counts of the last seven days: when they were updated. */
export function LastSevenDays({ report }: { readonly report: CountedRange | undefined }) {
  const { t } = useTranslation('reports');
  if (!report?.until) return null;
  return (
    <Text size="sm" className="quiet">
      {t('flows.sevenDays')} · {t('overview.updated')} <RelativeTime at={report.until} />
    </Text>
  );
}
