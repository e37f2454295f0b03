import { Card, Code, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FlowProblem } from '../../../../engine/problems.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { FaultList } from './FaultList.tsx';
import type { OutlinedStep } from './read-outline.ts';
import { textsOf } from './texts-of.ts';
import { WayArrow } from './WayArrow.tsx';
import { stepTypeName, wayName } from './way-name.ts';

/** Fields that a reader of a flow wants to see at once; all others are behind "All fields". */
const told = ['method', 'url', 'system', 'prompt', 'reason', 'queue', 'flow'] as const;

/** One step: what it says, what it does, and where it leads. */
export function StepCard({
  step: outlined,
  isStart,
  words,
  ids,
  onGo,
  faults = [],
}: {
  readonly step: OutlinedStep;
  readonly isStart: boolean;
  readonly words: readonly string[];
  readonly ids: ReadonlySet<string>;
  readonly onGo: (id: string) => void;
  readonly faults?: readonly FlowProblem[] | undefined;
}) {
  const { t } = useTranslation('flows');
  const { id, kind, step } = outlined;
  const facts = told.flatMap((field) => {
    const value = step[field];
    return typeof value === 'string' ? [{ field, value }] : [];
  });
  return (
    <Card
      withBorder
      radius="md"
      padding="md"
      id={`step-${id}`}
      tabIndex={-1}
      className="step"
      data-kind={kind}
    >
      <Title order={3} size="h5" className="step-title">
        <span className="step-kind">{stepTypeName(kind, t)}</span> <bdi>{id}</bdi>
      </Title>
      {faults.length > 0 && (
        <div className="step-faults">
          <Text className="bad" fw={600}>
            ✕ {t('faults', { count: faults.length })}
          </Text>
          <FaultList faults={faults} />
        </div>
      )}
      {isStart && <Text className="good">{t('start')}</Text>}
      {words.length > 0 && (
        <Text>
          {t('triggers')}: <bdi>{words.join(', ')}</bdi>
        </Text>
      )}
      <FlowText value={step.text} />
      {facts.map(({ field, value }) => (
        <div key={field} className="fact">
          <span className="quiet">{field}</span> <bdi className="value">{value}</bdi>
        </div>
      ))}
      {typeof step.saveAs === 'string' && (
        <Text>
          {t('savesTo')} <Code>{step.saveAs}</Code>
        </Text>
      )}
      <StepWays step={outlined} ids={ids} onGo={onGo} />
      <details className="details">
        <summary>{t('all')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
        <pre className="json" dir="ltr" tabIndex={0}>
          {JSON.stringify(step, null, 2)}
        </pre>
      </details>
    </Card>
  );
}

/** Where a step leads, and when; each a link to the step. */
function StepWays({
  step: { kind, step, ways },
  ids,
  onGo,
}: {
  readonly step: OutlinedStep;
  readonly ids: ReadonlySet<string>;
  readonly onGo: (id: string) => void;
}) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  if (ways.length === 0) return kind === 'end' ? null : <p className="quiet">{t('noWay')}</p>;
  return (
    <ul className="ways">
      {ways.map(({ key, to }) => (
        <li key={key}>
          <span className="way-when">{wayName({ kind, step }, key, t, language)}</span> <WayArrow />{' '}
          {ids.has(to) ? (
            <a
              href={`#step-${to}`}
              className="page-link"
              onClick={(event) => {
                event.preventDefault();
                onGo(to);
              }}
            >
              <bdi>{to}</bdi>
            </a>
          ) : (
            <span className="bad">
              <bdi>{to}</bdi> ({t('missing')})
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What a step says: in the reader's language where it has it, the others on demand. */
function FlowText({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const [first, ...others] = textsOf(value, language);
  if (!first) return null;
  return (
    <>
      <p className="said" lang={first.language ?? undefined} dir="auto">
        {first.text}
      </p>
      {others.length > 0 && (
        <details className="details">
          <summary>
            {t('otherLanguages')}: {others.map((one) => one.language).join(', ')}
          </summary>
          {others.map((one) => (
            <p key={one.language} className="said" lang={one.language ?? undefined} dir="auto">
              {one.text}
            </p>
          ))}
        </details>
      )}
    </>
  );
}
