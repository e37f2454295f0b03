import { NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Expected } from '../../../../engine/flow-script.ts';
import {
  type Aspect,
  expectAlso,
  expectNot,
  loosen,
  type Script,
  type ScriptRow,
  tighten,
  withStep,
} from './script-rows.ts';

interface Props {
  readonly row: ScriptRow;
  readonly script: Script;
  readonly onChange: ((script: Script) => void) | undefined;
}

/** What is expected of the flow at one place: words, any words, and whatever else was asked for. */
export function ExpectedCell({ row, script, onChange }: Props) {
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
      <button type="button" className="text-button" onClick={() => onChange(loosen(script, index))}>
        {t('scripts.anyWords')}
      </button>
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
    status ? ['status', `${t('scripts.status')}: ${t(`scripts.statuses.${status}`)}`] : null,
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
            <button
              type="button"
              className="text-button"
              onClick={() => onChange(tighten(script, row, index))}
            >
              {t('scripts.theseWords')}
            </button>
          )}
        </span>
      )}
      {parts.map(
        (part) =>
          part && (
            <span key={part[0]} className="script-chip">
              <bdi>{part[1]}</bdi>
              {onChange && (
                <button
                  type="button"
                  className="text-button"
                  aria-label={t('scripts.drop', { what: part[1] })}
                  onClick={() => onChange(expectNot(script, index, expect, part[0]))}
                >
                  ✕
                </button>
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
  const options: readonly { value: Aspect | ''; label: string }[] = [
    { value: '', label: `${t('scripts.also')}…` },
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
    <NativeSelect
      size="xs"
      aria-label={t('scripts.also')}
      value=""
      data={[...options]}
      onChange={({ currentTarget: { value } }) =>
        value !== '' && onChange?.(expectAlso(script, row, value as Aspect))
      }
    />
  );
}
