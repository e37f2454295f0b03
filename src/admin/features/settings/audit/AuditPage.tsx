import { Avatar, Box, Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditEntry, auditPage } from '../../../../contract/admin/audit.ts';
import { list } from '../../../api/queries.ts';
import type { QueryOf } from '../../../api/routes.ts';
import { useFlowTitle } from '../../../api/use-all-flows.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { DateRange } from '../../../components/DateRange.tsx';
import { dayIn, timesIn } from '../../../components/day-range.ts';
import { EmptyState, Failure, Loaded, MoreOf } from '../../../components/Loaded.tsx';
import { cleared, useSearch } from '../../../components/navigation.ts';
import { notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { saveCsv } from '../../../components/save-text.ts';
import { usersQuery } from '../users/queries.ts';

/** The audit log, latest first; the filters are in the URL. */
export function AuditPage() {
  const { t } = useTranslation('settings');
  const [search] = useSearch();
  const list = useInfiniteQuery(auditLogQuery(auditQuery(search)));
  return (
    <Stack gap="lg">
      <PageHeader title={t('audit.title')}>
        <Text size="sm" className="quiet">
          {t('audit.about')}
        </Text>
      </PageHeader>
      <Filters />
      <Loaded query={list} what={t('audit.title')}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState>{t('audit.empty')}</EmptyState>
          ) : (
            <ul className="table-card audit">
              {joinSaves(entries).map((entry) => (
                <li key={entry.id}>
                  <Entry entry={entry} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreOf list={list} />
    </Stack>
  );
}

const perPage = 100;

/** Saves what the filters show as a file, page by page. */
function Export({ query }: { readonly query: QueryOf<'/v1/admin/audit'> }) {
  const { t } = useTranslation(['settings', 'common']);
  const { call } = useConsole();
  const write = useWrite({ isGone: true });
  const [running, setRunning] = useState<AbortController | null>(null);
  const [count, setCount] = useState(0);
  const run = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const entries: AuditEntry[] = [];
    setCount(0);
    setRunning(controller);
    const isDone = await write.send(async () => {
      for (
        let cursor: string | null | undefined;
        cursor !== null && !signal.aborted;
        setCount(entries.length)
      ) {
        const page = { ...query, limit: perPage, ...(cursor !== undefined && { cursor }) };
        const { body } = await call('GET', '/v1/admin/audit', auditPage, { query: page, signal });
        entries.push(...body.items);
        cursor = body.cursor;
      }
    });
    setRunning(null);
    if (!isDone || signal.aborted) return;
    saveCsv('audit-log', auditRows(entries));
    notify({ text: t('audit.exported', { count: entries.length }) });
  };
  return (
    <>
      {running && (
        <Text size="sm" role="status">
          {t('audit.exporting', { count })}
        </Text>
      )}
      <Button variant="default" onClick={() => (running ? running.abort() : void run())}>
        {running ? t('common:cancel') : t('audit.export')}
      </Button>
      {write.error && !running && (
        <div className="filters-failure">
          <Failure error={write.error} onRetry={() => void run()} />
        </div>
      )}
    </>
  );
}

/** Entries as rows, named like the fields of the API. */
export function auditRows(entries: readonly AuditEntry[]): readonly (readonly string[])[] {
  return [
    [
      'at',
      'user',
      'userId',
      'role',
      'action',
      'resource',
      'outcome',
      'note',
      'changes',
      'sourceIp',
      'correlationId',
    ],
    ...entries.map(({ at, who, action, resource, outcome, note, changes, sourceIp, correlationId }) => [
      ...[at, who.email ?? '', who.id ?? '', who.role, action, `${resource.kind}:${resource.id}`, outcome],
      ...[note ?? '', JSON.stringify(changes), sourceIp, correlationId],
    ]),
  ];
}

const filters = ['what', 'who', 'resource', 'range', 'from', 'to'] as const;

/** The filters of the log, kept in the URL. */
function Filters() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearch();
  const { data: users = [] } = useInfiniteQuery(usersQuery);
  const value = (name: (typeof filters)[number]) => search.get(name) ?? '';
  const kinds = Object.entries(t('audit.kinds', { returnObjects: true })).map(([kind, label]) => ({
    value: `${kind}.`,
    label,
  }));
  const people = users.map(({ id, name, email }) => ({ value: id, label: name ?? email }));
  // A link may refer to a user who was deleted since.
  const others =
    people.some((one) => one.value === value('who')) || value('who') === '' ? [] : [value('who')];
  return (
    <search className="filters">
      <Select
        label={t('audit.what')}
        placeholder={t('audit.all')}
        value={value('what') || null}
        onChange={(what) => setSearch({ what })}
        data={kinds}
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      <Select
        label={t('audit.who')}
        placeholder={t('audit.anyone')}
        value={value('who') || null}
        onChange={(who) => setSearch({ who })}
        data={[...people, ...others]}
        searchable
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      <DateRange usual="all" today={dayIn(undefined, Date.now())} />
      {filters.some((name) => value(name) !== '') && (
        <Button variant="default" onClick={() => setSearch(cleared(filters))}>
          {t('audit.clear')}
        </Button>
      )}
      <Export query={auditQuery(search)} />
    </search>
  );
}

/** An entry of the log, or a row of autosaves as one. */
interface JoinedEntry extends AuditEntry {
  readonly saves: number;
}

/** Joins the autosaves of a draft that nothing came between: what was before the first, and after the last. */
export function joinSaves(entries: readonly AuditEntry[]): readonly JoinedEntry[] {
  const joined: JoinedEntry[] = [];
  for (const entry of entries) {
    const later = joined.at(-1);
    if (!later || !isSameSave(later, entry)) joined.push({ ...entry, saves: 1 });
    else
      joined[joined.length - 1] = {
        ...later,
        saves: later.saves + 1,
        changes: joinChanges(entry.changes, later.changes),
      };
  }
  return joined;
}

const isSameSave = (a: AuditEntry, b: AuditEntry) =>
  a.action === 'flow.save-draft' &&
  b.action === a.action &&
  b.who.id === a.who.id &&
  b.resource.id === a.resource.id &&
  b.outcome === a.outcome;

function joinChanges(earlier: AuditEntry['changes'], later: AuditEntry['changes']): AuditEntry['changes'] {
  const byPath = new Map(later.map((change) => [change.path, change]));
  for (const { path, before, after } of earlier)
    byPath.set(path, { path, before, after: byPath.get(path)?.after ?? after });
  return [...byPath.values()];
}

function Entry({ entry }: { readonly entry: JoinedEntry }) {
  const { t } = useTranslation('settings');
  const { who, sentence } = useSentence(entry);
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Group component="summary" gap="sm" py="xs" px="md" wrap="nowrap" className="audit-entry">
        <Avatar size={28} name={who} color="brand" aria-hidden />
        <Box component="span" flex={1} miw={0} className="who">
          <bdi>{sentence}</bdi>
          {entry.saves > 1 && <span className="quiet"> · {t('audit.saves', { count: entry.saves })}</span>}
          {entry.note !== undefined && <bdi className="quiet who-mail">{entry.note}</bdi>}
        </Box>
        {entry.outcome !== 'done' && (
          <StatusBadge tone={entry.outcome === 'failed' ? 'bad' : 'warn'}>
            {t(`audit.outcomes.${entry.outcome}`)}
          </StatusBadge>
        )}
        <span className="quiet who-mail">
          <RelativeTime at={entry.at} />
        </span>
      </Group>
      {isOpen && <Changes entry={entry} />}
    </details>
  );
}

/** Describes a change in a sentence, with the current names of users and flows. */
function useSentence({ who, action, resource, changes }: AuditEntry) {
  const { t, i18n } = useTranslation('settings');
  const { data: users = [] } = useInfiniteQuery(usersQuery);
  const titleOf = useFlowTitle();
  const nameOfUser = (id: string | null, otherwise: string) => {
    const user = users.find((one) => one.id === id);
    return user?.name ?? user?.email ?? otherwise;
  };
  const name = nameOfUser(who.id, who.email ?? who.id ?? '');
  const title = titleOf(resource.id);
  const changed = (path: string) => changes.find((change) => change.path === path);
  const version = changed('live.version')?.after;
  const key = changed('name');
  const names: Readonly<Record<string, unknown>> = {
    user: nameOfUser(resource.id, resource.id),
    flow: typeof version === 'number' ? t('audit.versionOf', { what: title, version }) : title,
    'service-key': key?.after ?? key?.before,
  };
  const what = String(names[resource.kind] ?? resource.id);
  const known = `audit.actions.${action}` as 'audit.actions.flow.publish';
  const isKnown: boolean = i18n.exists(known, { ns: 'settings' });
  const sentence = t(isKnown ? known : 'audit.actions.other', { who: name, action, what });
  return { who: name, sentence };
}

/** A change's details, and where it came from. */
function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  return (
    <Box px="md" pb="sm">
      {entry.changes.length === 0 ? (
        <Text className="quiet">{t('audit.noDetails')}</Text>
      ) : (
        <DataTable
          isPlain
          rows={entry.changes}
          keyOf={({ path }) => path}
          columns={[
            { name: t('audit.field'), cell: ({ path }) => <Code>{path}</Code> },
            { name: t('audit.before'), cell: ({ before }) => <Value value={before} /> },
            { name: t('audit.after'), cell: ({ after }) => <Value value={after} /> },
          ]}
        />
      )}
      <Text size="sm" className="quiet" mt="xs">
        <Code>{entry.action}</Code> · {t('audit.address')} <Code>{entry.sourceIp}</Code> ·{' '}
        {t('audit.correlationId')} <Code>{entry.correlationId}</Code>
      </Text>
    </Box>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('settings');
  if (value === null || value === undefined) return <span className="quiet">{t('audit.nothing')}</span>;
  return <bdi className="value">{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</bdi>;
}

/** Builds the API query from the filters in the URL: `?what=flow.&who=…&range=30`. */
function auditQuery(search: URLSearchParams): QueryOf<'/v1/admin/audit'> {
  return {
    action: search.get('what') || undefined,
    who: search.get('who') || undefined,
    resource: search.get('resource') || undefined,
    ...timesIn(search),
  };
}

export const auditLogQuery = (query: QueryOf<'/v1/admin/audit'>) =>
  list('/v1/admin/audit', auditPage, { query });
