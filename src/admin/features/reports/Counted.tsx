import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import { EmptyState, Loaded } from '../../components/Loaded.tsx';
import { useSearch } from '../../components/navigation.ts';
import { useTimes } from '../../components/RelativeTime.tsx';
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
            <AsOf counted={body} />
            {children(body)}
          </Stack>
        )
      }
    </Loaded>
  );
}

function AsOf({ counted }: { readonly counted: CountedRange & Partial<Pick<FiguresAnswer, 'compared'>> }) {
  const { t } = useTranslation('reports');
  const { range } = useDays();
  const { moment } = useTimes();
  const { zone, until, compared } = counted;
  return (
    <Text size="sm" className="quiet">
      {[
        range(counted),
        t('frame.zone', { zone }),
        until !== null && t('frame.until', { moment: moment(until) }),
        compared && t('frame.against', { days: range(compared) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  );
}
