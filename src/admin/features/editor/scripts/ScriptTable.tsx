import { Button, Table, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ScriptRun } from '../chat/chat-messages.ts';
import { ExpectedCell } from './ExpectedCell.tsx';
import {
  acceptAll,
  acceptRow,
  rowOfStep,
  rowsOf,
  type Script,
  type ScriptRow,
  withStep,
} from './script-rows.ts';

/** A scripted conversation in two columns: what is said, and what is expected. */
export function ScriptTable({
  script,
  title,
  run,
  onChange,
}: {
  readonly script: Script;
  readonly title: string;
  readonly run: ScriptRun | undefined;
  readonly onChange: ((script: Script) => Promise<unknown>) | undefined;
}) {
  const { t } = useTranslation('tests');
  const rows = rowsOf(script, run?.traced ?? []);
  const failed = run && !run.ok && run.step !== null ? rowOfStep(rows, run.step) : undefined;
  const change = onChange && ((changed: Script) => void onChange(changed));
  return (
    <>
      {change && (
        <TextInput
          key={title}
          label={t('scripts.name')}
          defaultValue={title}
          maxLength={200}
          onBlur={({ currentTarget: { value } }) => value !== title && change({ ...script, title: value })}
        />
      )}
      {run && !run.ok && run.step === null && (
        <p role="alert" className="script-failed">
          <bdi>{run.message}</bdi>
        </p>
      )}
      <Outside script={script} />
      <Table aria-label={title} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('scripts.said')}</Table.Th>
            <Table.Th>{t('scripts.expected')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.index} data-failed={row === failed}>
              <Table.Td>
                <SaidCell row={row} script={script} onChange={change} />
              </Table.Td>
              <Table.Td>
                <ExpectedCell row={row} script={script} onChange={change} />
                {row === failed && (
                  <div className="script-cell" role="alert">
                    <span className="script-failed">
                      ✕ <bdi>{run?.message}</bdi>
                    </span>
                    {change && row.traced && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        onClick={() => change(acceptRow(script, row))}
                      >
                        {t('scripts.accept')}
                      </Button>
                    )}
                  </div>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {change && failed && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => change(acceptAll(script, run?.traced ?? []))}
        >
          {t('scripts.acceptAll')}
        </Button>
      )}
    </>
  );
}

function SaidCell({
  row: { index, action },
  script,
  onChange,
}: {
  readonly row: ScriptRow;
  readonly script: Script;
  readonly onChange: ((script: Script) => void) | undefined;
}) {
  const { t } = useTranslation('tests');
  if ('minutes' in action)
    return <span className="quiet">{t('scripts.minutes', { minutes: action.minutes })}</span>;
  if ('human' in action) return <span className="quiet">{t(`chat.did.${action.human}`)}</span>;
  if ('set' in action)
    return (
      <span className="quiet">
        {t('scripts.set')}: <bdi>{JSON.stringify(action.set)}</bdi>
      </span>
    );
  if (!onChange) return <bdi>{action.user}</bdi>;
  return (
    <TextInput
      key={action.user}
      aria-label={t('scripts.said')}
      defaultValue={action.user}
      dir="auto"
      onBlur={({ currentTarget: { value } }) =>
        value !== action.user && onChange(withStep(script, index, { ...action, user: value }))
      }
    />
  );
}

/** What services and models answer in it, in their order. */
function Outside({ script: { http, llm } }: { readonly script: Script }) {
  const { t } = useTranslation('tests');
  const lists = [
    [t('scripts.http'), http],
    [t('scripts.llm'), llm],
  ] as const;
  return lists.map(
    ([name, list]) =>
      Array.isArray(list) &&
      list.length > 0 && (
        <p key={name} className="quiet script-outside">
          {name}: <bdi dir="ltr">{list.map((one) => JSON.stringify(one)).join(' · ')}</bdi>
        </p>
      ),
  );
}
