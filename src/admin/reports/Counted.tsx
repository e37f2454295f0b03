import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FiguresAnswer } from '../../contract/admin/reports.ts';
import type { Query } from '../api/queries.ts';
import { useSearch } from '../app/use-path.ts';
import { useTimes } from '../app/use-times.ts';
import { Empty } from '../states/Empty.tsx';
import { Loaded } from '../states/Loaded.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { useDays } from './use-days.ts';

type Told = Pick<FiguresAnswer, 'zone' | 'from' | 'to' | 'until'>;

/** What was counted: of which days, on whose clock, as of when; or that there was nothing. */
export function Counted<Body extends Told>({
  query,
  what,
  isEmpty,
  nothing,
  children,
}: {
  readonly query: Query<Body>;
  readonly what: string;
  readonly isEmpty: (body: Body) => boolean;
  /** What is said then, where it is not that nothing happened. */
  readonly nothing?: (from: string, to: string) => string;
  readonly children: (body: Body) => ReactNode;
}) {
  const { frame } = useReportTexts();
  const [, setSearch] = useSearch();
  const { longDay } = useDays();
  return (
    <Loaded query={query} what={what}>
      {({ body }) =>
        isEmpty(body) ? (
          <Empty>
            <p>{(nothing ?? frame.nothing)(longDay(body.from), longDay(body.to))}</p>
            <Group justify="center">
              <Button variant="default" onClick={() => setSearch({ range: '30', from: null, to: null })}>
                {frame.last30}
              </Button>
            </Group>
          </Empty>
        ) : (
          <Stack gap="lg">
            <AsOf told={body} />
            {children(body)}
          </Stack>
        )
      }
    </Loaded>
  );
}

function AsOf({ told }: { readonly told: Told & Partial<Pick<FiguresAnswer, 'compared'>> }) {
  const { frame } = useReportTexts();
  const { longDay } = useDays();
  const { moment } = useTimes();
  const { zone, from, to, until, compared } = told;
  return (
    <Text size="sm" className="quiet">
      {longDay(from)} – {longDay(to)}. {frame.zone(zone)} {until !== null && frame.until(moment(until))}{' '}
      {compared && frame.against(longDay(compared.from), longDay(compared.to))}
    </Text>
  );
}
