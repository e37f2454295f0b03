import { Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Coverage } from '../../../../engine/coverage.ts';

interface Props {
  readonly coverage: Coverage;
  /** Whether the canvas shows it; absent without a canvas. */
  readonly isDrawn?: boolean;
  readonly onDraw?: (isDrawn: boolean) => void;
  readonly onTry: (stepId: string) => void;
}

/** How much of the flow its tests cover, and what a test chat would add. */
export function CoverageView({ coverage: { walked, all, left }, isDrawn, onDraw, onTry }: Props) {
  const { t } = useTranslation('tests');
  return (
    <section aria-label={t('coverage.figure', { covered: walked, count: all })}>
      <Text fw={600}>{t('coverage.figure', { covered: walked, count: all })}</Text>
      <Text className="quiet">{left.length === 0 ? t('coverage.full') : t('coverage.what')}</Text>
      {onDraw && (
        <Checkbox
          label={t('coverage.draw')}
          checked={isDrawn ?? false}
          onChange={(event) => onDraw(event.currentTarget.checked)}
        />
      )}
      {left.length > 0 && (
        <details className="details">
          <summary>
            {t('coverage.left')}: {left.length}
          </summary>
          <ul className="trial-paths">
            {left.map((path) => {
              const [, stepId = '', ...key] = path.split('.');
              return (
                <li key={path}>
                  <button
                    type="button"
                    className="text-button"
                    aria-label={`${t('coverage.try', { step: stepId })} (${key.join('.')})`}
                    onClick={() => onTry(stepId)}
                  >
                    <bdi>{stepId}</bdi>
                  </button>{' '}
                  <bdi className="quiet">{key.join('.')}</bdi>
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </section>
  );
}
