import { Button, Select, Table, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Expected } from '../../../../engine/flow-script.ts';
import { TextButton } from '../../../components/RowMenu.tsx';
import type { ScriptRun } from '../chat/chat-messages.ts';
import {
  type Aspect,
  acceptAll,
  acceptRow,
  expectAlso,
  expectNot,
  loosen,
  rowOfStep,
  rowsOf,
  type Script,
  type ScriptRow,
  tighten,
  withStep,
} from './script-rows.ts';

interface ScriptTableProps {
  readonly script: Script;
  readonly title: string;
  readonly run: ScriptRun | undefined;
  readonly onChange: ((script: Script) => Promise<unknown>) | undefined;
}

/** A test in two columns: messages and expectations. */
export function ScriptTable({ script, title, run, onChange }: ScriptTableProps) {
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
                <ExpectedTextCell row={row} script={script} onChange={change} />
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

interface Props {
  readonly row: ScriptRow;
  readonly script: Script;
  readonly onChange: ((script: Script) => void) | undefined;
}

/** The expected replies at one point: a text, any text, and further expectations. */
function ExpectedCell({ row, script, onChange }: Props) {
  return (
    <div className="script-cell">
      {row.expected.map(({ index, expect }) =>
        typeof expect === 'string' ? (
          <Words key={index} {...{ row, script, onChange, index, text: expect }} />
        ) : (
          <Others key={index} {...{ row, script, onChange, index, expect }} />
        ),
      )}
      {onChange && row.traced && <Also row={row} script={script} onChange={onChange} />}
    </div>
  );
}

const lineChars = 40;

function Words({ script, onChange, index, text }: Props & { readonly index: number; readonly text: string }) {
  const { t } = useTranslation('tests');
  if (!onChange)
    return (
      <p dir="auto">
        <bdi>{text}</bdi>
      </p>
    );
  return (
    <>
      <Textarea
        key={text}
        className="script-words"
        aria-label={t('scripts.expected')}
        defaultValue={text}
        rows={Math.min(6, Math.ceil(text.length / lineChars) || 1)}
        dir="auto"
        onBlur={({ currentTarget: { value } }) =>
          value !== text && onChange(withStep(script, index, { expect: value }))
        }
      />
      <TextButton onClick={() => onChange(loosen(script, index))}>{t('scripts.anyWords')}</TextButton>
    </>
  );
}

function Others({
  row,
  script,
  onChange,
  index,
  expect,
}: Props & { readonly index: number; readonly expect: Expected }) {
  const { t } = useTranslation('tests');
  const { replies, variables = {}, choices, status, step, events } = expect;
  const parts: readonly (readonly [Aspect, string] | null)[] = [
    choices ? ['choices', `${t('scripts.choices')}: ${choices.join(', ') || t('scripts.nothing')}`] : null,
    status ? ['status', [t('scripts.status'), t(`scripts.statuses.${status}`)].join(': ')] : null,
    step ? ['step', `${t('scripts.stepName')}: ${step}`] : null,
    events
      ? [
          'events',
          `${t('scripts.events')}: ${events.map((event) => (typeof event === 'string' ? event : event.type)).join(', ')}`,
        ]
      : null,
    ...Object.entries(variables).map(
      ([name, value]) => [`variables.${name}`, `${name} = ${JSON.stringify(value)}`] as const,
    ),
  ];
  return (
    <>
      {replies !== undefined && (
        <span className="script-chip">
          {t('scripts.anything')}
          {replies > 1 && ` × ${replies}`}
          {onChange && row.traced && (
            <TextButton onClick={() => onChange(tighten(script, row, index))}>
              {t('scripts.theseWords')}
            </TextButton>
          )}
        </span>
      )}
      {parts.map(
        (part) =>
          part && (
            <span key={part[0]} className="script-chip">
              <bdi>{part[1]}</bdi>
              {onChange && (
                <TextButton
                  aria-label={t('scripts.drop', { what: part[1] })}
                  onClick={() => onChange(expectNot(script, index, expect, part[0]))}
                >
                  ✕
                </TextButton>
              )}
            </span>
          ),
      )}
    </>
  );
}

/** Adds what the flow does now, in a respect that is not expected yet. */
function Also({ row, script, onChange }: Props) {
  const { t } = useTranslation('tests');
  const { traced } = row;
  if (!traced) return null;
  const options: readonly { value: Aspect; label: string }[] = [
    { value: 'choices', label: t('scripts.choices') },
    { value: 'status', label: t('scripts.status') },
    { value: 'step', label: t('scripts.stepName') },
    ...(traced.events.length > 0 ? [{ value: 'events' as const, label: t('scripts.events') }] : []),
    ...Object.keys(traced.variables).map((name) => ({
      value: `variables.${name}` as const,
      label: `${t('scripts.variables')} ${name}`,
    })),
  ];
  return (
    <Select
      size="xs"
      aria-label={t('scripts.also')}
      placeholder={`${t('scripts.also')}…`}
      value={null}
      data={[...options]}
      onChange={(aspect) => aspect !== null && onChange?.(expectAlso(script, row, aspect as Aspect))}
    />
  );
}

interface ExpectedCellProps {
  readonly row: ScriptRow;
  readonly script: Script;
  readonly onChange: ((script: Script) => void) | undefined;
}

function ExpectedTextCell({ row: { index, action }, script, onChange }: ExpectedCellProps) {
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

/** The simulated responses of services and models, in order. */
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
