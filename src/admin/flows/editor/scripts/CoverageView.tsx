import { Checkbox, Text } from '@mantine/core';
import type { Coverage } from '../../../../engine/coverage.ts';
import { useTrialTexts } from '../../../texts/trial-texts.ts';

/** How much of the flow its scripted conversations walk, and where a chat would walk more. */
export function CoverageView({
  coverage: { walked, all, left },
  isDrawn,
  onDraw,
  onTry,
}: {
  readonly coverage: Coverage;
  /** Whether the canvas shows it; absent where there is none beside it. */
  readonly isDrawn?: boolean;
  readonly onDraw?: (isDrawn: boolean) => void;
  readonly onTry: (stepId: string) => void;
}) {
  const { coverage: texts } = useTrialTexts();
  return (
    <section aria-label={texts.figure(walked, all)}>
      <Text fw={600}>{texts.figure(walked, all)}</Text>
      <Text className="quiet">{left.length === 0 ? texts.full : texts.what}</Text>
      {onDraw && (
        <Checkbox
          label={texts.draw}
          checked={isDrawn ?? false}
          onChange={(event) => onDraw(event.currentTarget.checked)}
        />
      )}
      {left.length > 0 && (
        <details className="details">
          <summary>
            {texts.left}: {left.length}
          </summary>
          <ul className="trial-paths">
            {left.map((path) => {
              const [, stepId = '', ...key] = path.split('.');
              return (
                <li key={path}>
                  <button
                    type="button"
                    className="text-button"
                    aria-label={`${texts.try(stepId)} (${key.join('.')})`}
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
