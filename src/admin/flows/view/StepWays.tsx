import type { MouseEvent } from 'react';
import { type Language, useSpeech } from '../../texts/texts.ts';
import type { OutlinedStep } from './read-outline.ts';
import { textsOf } from './texts-of.ts';

/** Where a step leads, and when; each a link to the step. */
export function StepWays({
  kind,
  step,
  ways,
  ids,
}: Pick<OutlinedStep, 'kind' | 'step' | 'ways'> & { readonly ids: ReadonlySet<string> }) {
  const { language, texts } = useSpeech();
  const { flows } = texts;
  if (ways.length === 0) return kind === 'end' ? null : <p className="quiet">{flows.noWay}</p>;
  return (
    <ul className="ways">
      {ways.map(({ key, to }) => (
        <li key={key}>
          <span className="way-when">{nameOf({ kind, step, key }, flows, language)}</span>{' '}
          <span aria-hidden="true" className="way-arrow">
            →
          </span>{' '}
          {ids.has(to) ? (
            <a href={`#step-${to}`} className="page-link" onClick={goTo}>
              <bdi>{to}</bdi>
            </a>
          ) : (
            <span className="bad">
              <bdi>{to}</bdi> ({flows.missing})
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The focus goes along, so that a screen reader reads on from there. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const step = document.getElementById(event.currentTarget.hash.slice(1));
  step?.scrollIntoView({ block: 'center' });
  step?.focus({ preventScroll: true });
}

function nameOf(
  { kind, step, key }: { kind: string; step: OutlinedStep['step']; key: string },
  flows: ReturnType<typeof useSpeech>['texts']['flows'],
  language: Language,
): string {
  const [, list, n] = /^(choices|branches)\.(\d+)\.next$/.exec(key) ?? [];
  const item = list === undefined ? undefined : (step[list] as readonly Record<string, unknown>[])[Number(n)];
  if (list === 'choices') return flows.choice(textsOf(item?.label, language)[0]?.text ?? String(item?.value));
  if (list === 'branches') return String(item?.when);
  const hasChoices = kind === 'question' && step.choices !== undefined && key === 'next';
  return (hasChoices ? flows.ways['question.next'] : flows.ways[key]) ?? key;
}
