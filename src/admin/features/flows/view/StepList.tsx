import { Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Outline, type OutlinedStep, wordsTo } from './read-outline.ts';
import { StepCard } from './StepCard.tsx';
import type { Faults } from './use-faults.ts';

/** A flow as a list: its steps in the order of reading, each way a link to the step that it leads to. */
export function StepList({
  outline,
  ids,
  chosen,
  onChoose,
  faults,
}: {
  readonly outline: Outline;
  readonly ids: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly faults: Faults['byStep'];
}) {
  const { t } = useTranslation('flows');
  // The focus goes along, so that a screen reader reads on from there.
  useEffect(() => {
    const step = chosen === null ? null : document.getElementById(`step-${chosen}`);
    step?.scrollIntoView({ block: 'center' });
    step?.focus({ preventScroll: true });
  }, [chosen]);
  const list = (steps: readonly OutlinedStep[]) => (
    <ol className="cards">
      {steps.map((step) => (
        <li key={step.id}>
          <StepCard
            step={step}
            isStart={step.id === outline.start}
            words={wordsTo(outline, step.id)}
            ids={ids}
            onGo={onChoose}
            faults={faults.get(step.id)}
          />
        </li>
      ))}
    </ol>
  );
  return (
    <Stack>
      {list(outline.reached)}
      {outline.unreached.length > 0 && (
        <>
          <Title order={2} size="h4">
            {t('unreached')}
          </Title>
          {list(outline.unreached)}
        </>
      )}
    </Stack>
  );
}
