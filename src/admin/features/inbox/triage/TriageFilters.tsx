import { type ComboboxItem, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { priorities } from '../../../../contract/labels.ts';
import { useSearch } from '../../../components/navigation.ts';
import { useLabels } from './LabelBadge.tsx';

/** Narrows all lists by label and priority, and sorts them; kept in the address. */
export function TriageFilters() {
  const { t } = useTranslation('inbox');
  const labels = useLabels();
  const selects = {
    label: labels.map(({ id, name }) => ({ value: id, label: name })),
    priority: priorities.toReversed().map((value) => ({ value, label: t(`triage.priorities.${value}`) })),
    sort: [{ value: 'priority', label: t('triage.byPriority') }],
  };
  return (['label', 'priority', 'sort'] as const).map((name) => (
    <FilterSelect
      key={name}
      name={name}
      label={t(`triage.filters.${name}`)}
      all={t(`triage.all.${name}`)}
      options={selects[name]}
    />
  ));
}

interface SelectProps {
  /** The parameter of the address. */
  readonly name: string;
  readonly label: string;
  /** Shown while nothing is filtered. */
  readonly all: string;
  readonly options: readonly ComboboxItem[];
}

/** One filter of the lists. */
export function FilterSelect({ name, label, all, options }: SelectProps) {
  const [search, setSearch] = useSearch();
  return (
    <Select
      size="xs"
      aria-label={label}
      data={[{ value: '', label: all }, ...options]}
      value={search.get(name) ?? ''}
      onChange={(value) => setSearch({ [name]: value || null })}
    />
  );
}
