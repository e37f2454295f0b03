import { Stack, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Empty } from '../../states/Empty.tsx';
import { useTexts } from '../../texts/texts.ts';
import { type OutlinedStep, readOutline } from './read-outline.ts';
import { StepCard } from './StepCard.tsx';

/** A flow as a list: its steps in the order of reading, each way a link to the step that it leads to. */
export function StepList({ definition }: { readonly definition: Readonly<Record<string, unknown>> }) {
  const { flows } = useTexts();
  const outline = useMemo(() => readOutline(definition), [definition]);
  const ids = useMemo(
    () => new Set([...outline.reached, ...outline.unreached].map(({ id }) => id)),
    [outline],
  );
  if (ids.size === 0) return <Empty>{flows.noSteps}</Empty>;
  const list = (steps: readonly OutlinedStep[]) => (
    <ol className="cards">
      {steps.map((step) => (
        <li key={step.id}>
          <StepCard
            step={step}
            isStart={step.id === outline.start}
            words={outline.words.get(step.id) ?? []}
            ids={ids}
          />
        </li>
      ))}
    </ol>
  );
  return (
    <Stack>
      <Title order={2} size="h4">
        {flows.steps}
      </Title>
      {list(outline.reached)}
      {outline.unreached.length > 0 && (
        <>
          <Title order={2} size="h4">
            {flows.unreached}
          </Title>
          {list(outline.unreached)}
        </>
      )}
    </Stack>
  );
}
