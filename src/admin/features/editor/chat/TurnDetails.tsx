import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChatTurn } from './play-turn.ts';

/** What a turn did to the variables, and which way it took. */
export function TurnDetails({ turn }: { readonly turn: ChatTurn }) {
  const { t } = useTranslation('tests');
  const { before, after, ways, events, calls = [] } = turn;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => textOf(before[name]) !== textOf(after[name]));
  return (
    <details className="details trial-details">
      <summary>{t('chat.details')}</summary>
      {changed.length === 0 ? (
        <p className="quiet">{t('chat.none')}</p>
      ) : (
        <Table aria-label={t('chat.details')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('chat.variable')}</Table.Th>
              <Table.Th>{t('chat.before')}</Table.Th>
              <Table.Th>{t('chat.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changed.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <bdi>{name}</bdi>
                </Table.Td>
                <Table.Td className="trial-value">{textOf(before[name])}</Table.Td>
                <Table.Td className="trial-value">{textOf(after[name])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {ways.length > 0 && <Paths title={t('chat.ways')} paths={ways} />}
      {events.length > 0 && <Paths title={t('chat.events')} paths={events} />}
      {calls.length > 0 && (
        <Paths
          title={t('outside.calls')}
          paths={calls.map(({ method, url, status }) => `${method} ${url} → ${status ?? '—'}`)}
        />
      )}
    </details>
  );
}

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  return (
    <>
      <span className="quiet">{title}</span>
      <ul className="trial-paths" dir="ltr">
        {paths.map((path, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way may be taken twice; its place is all that tells.
          <li key={n}>{path.replace(/^steps\./, '')}</li>
        ))}
      </ul>
    </>
  );
}

const textOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
