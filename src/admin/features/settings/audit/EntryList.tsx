import { Card, Code, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../../contract/admin/audit.ts';
import { useSearch } from '../../../components/navigation.ts';
import { useTimes } from '../../../components/use-times.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Changes } from './Changes.tsx';

/** Changes as a list; each opens to what was before and after. */
export function EntryList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('settings');
  if (entries.length === 0) return <EmptyState>{t('audit.empty')}</EmptyState>;
  return (
    <ul className="cards">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  const { moment } = useTimes();
  const [, setSearch] = useSearch();
  const { at, who, action, resource, outcome, note } = entry;
  const name = who.email ?? who.id;
  return (
    <Card withBorder radius="md" padding="md">
      <div className="entry">
        <time dateTime={at} className="quiet">
          {moment(at)}
        </time>
        <button
          type="button"
          className="text-button"
          title={t('audit.only', { who: name })}
          onClick={() => setSearch({ who: who.id })}
        >
          <bdi>{name}</bdi>
        </button>
        <span>
          <Code>{action}</Code> <bdi>{resource.id}</bdi>
        </span>
        {outcome !== 'done' && <strong className="bad">{t(`audit.outcomes.${outcome}`)}</strong>}
      </div>
      {note !== undefined && (
        <Text mt="xs">
          {t('audit.note')}: <bdi>{note}</bdi>
        </Text>
      )}
      <Changes entry={entry} />
    </Card>
  );
}
