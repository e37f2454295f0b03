import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../locales/use-language.ts';
import type { OutlinedStep } from './read-outline.ts';
import { WayArrow } from './WayArrow.tsx';
import { wayName } from './way-name.ts';

/** Where a step leads, and when; each a link to the step. */
export function StepWays({
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
