import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { priorities } from '../../../../contract/labels.ts';
import { useSearch } from '../../../components/navigation.ts';
import { useLabels } from './LabelBadge.tsx';

/** Narrows all lists by label and priority, and sorts them; kept in the address. */
export function TriageFilters() {
  const { t } = useTranslation('inbox');
  const [search, setSearch] = useSearch();
  const labels = useLabels();
  const selects = {
    label: labels.map(({ id, name }) => ({ value: id, label: name })),
    priority: priorities.toReversed().map((value) => ({ value, label: t(`triage.priorities.${value}`) })),
    sort: [{ value: 'priority', label: t('triage.byPriority') }],
  };
  return (['label', 'priority', 'sort'] as const).map((name) => (
    <NativeSelect
      key={name}
      size="xs"
      aria-label={t(`triage.filters.${name}`)}
      data={[{ value: '', label: t(`triage.all.${name}`) }, ...selects[name]]}
      value={search.get(name) ?? ''}
      onChange={(event) => setSearch({ [name]: event.currentTarget.value || null })}
    />
  ));
}
