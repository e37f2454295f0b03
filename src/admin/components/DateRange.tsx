import { Button, Input, NavLink, Popover, Skeleton } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/icons/IconCalendar';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../locales/use-language.ts';
import { lazyPart } from './Loaded.tsx';
import { useSearch } from './navigation.ts';
import { PageFailure } from './PageFailure.tsx';

const RangeCalendar = lazyPart(
  () => import('./RangeCalendar.tsx'),
  'RangeCalendar',
  <Skeleton width={252} height={270} />,
);

const all = 'all';
const names = ['today', '7', '30', '90'] as const;

interface Props {
  /** The default while the URL has no range. */
  readonly usual: (typeof names)[number] | typeof all;
  /** No later day can be selected. */
  readonly today: string;
  /** What the button shows beside the range. */
  readonly beside?: readonly (string | false | undefined)[];
  /** Further settings of the range, below the days. */
  readonly children?: ReactNode;
}

/** Selects days: `?range=30`, or `?range=custom&from=2026-05-01&to=2026-05-07`. */
export function DateRange({ usual, today, beside = [], children }: Props) {
  const { t } = useTranslation('common');
  const [search, setSearch] = useSearch();
  const [isOpen, setOpen] = useState(false);
  const { chosen, from, to } = chosenIn(search, usual);
  const nameOf = (one: (typeof names)[number] | typeof all) =>
    one === all ? t('range.all') : t(`range.presets.${one}`);
  const days = useDaysName(from, to);
  const label = [chosen === null ? days : nameOf(chosen), ...beside].filter(Boolean).join(' · ');
  const set = (next: Readonly<Record<'range' | 'from' | 'to', string | null>>) => {
    setSearch(next);
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" radius="md" trapFocus>
      <Input.Wrapper label={t('range.title')} labelElement="div" className="range-field">
        <Popover.Target>
          <Button
            display="block"
            w="fit-content"
            fw={400}
            bd="1px solid var(--control)"
            variant="default"
            leftSection={<IconCalendar size={16} />}
            rightSection={<IconChevronDown size={16} />}
            aria-label={`${t('range.title')}: ${label}`}
            onClick={() => setOpen(!isOpen)}
          >
            {label}
          </Button>
        </Popover.Target>
      </Input.Wrapper>
      <Popover.Dropdown aria-label={t('range.title')}>
        <div className="date-range">
          <div>
            {[...(usual === all ? ([all] as const) : []), ...names].map((one) => (
              <NavLink
                key={one}
                component="button"
                label={nameOf(one)}
                active={one === chosen}
                aria-pressed={one === chosen}
                onClick={() => set({ range: one === usual ? null : one, from: null, to: null })}
              />
            ))}
          </div>
          <PageFailure isQuiet>
            <RangeCalendar
              from={chosen === null ? from : null}
              to={chosen === null ? to : null}
              max={today}
              onSet={(first, last) => set({ range: 'custom', from: first, to: last })}
            />
          </PageFailure>
        </div>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A preset, or the days that the address names: older links say no `range` with them, and may leave one of them out. */
function chosenIn(search: URLSearchParams, usual: Props['usual']) {
  const [range, from, to] = [search.get('range'), search.get('from'), search.get('to')];
  const isDays = range === 'custom' || (range === null && usual === all);
  if (isDays && (from || to)) return { chosen: null, from, to };
  const preset = names.find((one) => one === range);
  return { chosen: preset ?? usual, from: null, to: null };
}

/** `May 1 – 7, 2026`. */
function useDaysName(from: string | null, to: string | null): string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const [first, last] = [from ?? '', to ?? ''].map((day) => Date.parse(`${day}T00:00:00Z`));
  if (first === undefined || last === undefined) return '';
  if (Number.isNaN(first)) return Number.isNaN(last) ? '' : `… – ${format.format(last)}`;
  if (Number.isNaN(last)) return `${format.format(first)} – …`;
  return format.formatRange(Math.min(first, last), Math.max(first, last));
}
