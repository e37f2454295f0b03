import { Group, Stack, Title } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { PageFailure } from '../../../components/PageFailure.tsx';
import { Rows } from '../../../components/Rows.tsx';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import type { CardMarks } from '../canvas/card-marks.ts';
import { FlowCanvas } from '../canvases.ts';
import { firstView, keepView } from '../first-view.ts';
import { FaultList } from './FaultList.tsx';
import { type Outline, type OutlinedStep, readOutline, wordsTo } from './read-outline.ts';
import { StepCard } from './StepCard.tsx';
import type { Faults } from './use-faults.ts';

const noFaults: Faults = { byStep: new Map(), ofFlow: [] };

/** A flow to look at, as a picture or as a list of the same steps. Which step is chosen is in the address. */
export function FlowView({
  title,
  faults = noFaults,
  numbers,
  ...content
}: Pick<DraftContent, 'definition' | 'layout'> & {
  readonly title: string;
  readonly faults?: Faults;
  readonly numbers?: CardMarks['numbers'];
}) {
  const { t } = useTranslation('flows');
  const [search, setSearch] = useSearch();
  const outline = useMemo(() => readOutline(content.definition), [content.definition]);
  const steps = useMemo(() => [...outline.reached, ...outline.unreached], [outline]);
  const ids = useMemo(() => new Set(steps.map(({ id }) => id)), [steps]);
  const view = firstView(search, ['canvas', 'list']);
  const chosen = search.get('step');
  const choose = (id: string | null) => setSearch({ step: id });
  if (ids.size === 0) return <EmptyState>{t('noSteps')}</EmptyState>;
  return (
    <Stack>
      <Group>
        <Title order={2} size="h4">
          {t('steps')}
        </Title>
        <SegmentedChoice
          label={t('canvas.showAs')}
          names={{ canvas: t('canvas.title'), list: t('canvas.list') }}
          chosen={view}
          onChoose={(next) => {
            keepView(next);
            setSearch({ view: next });
          }}
        />
      </Group>
      {faults.ofFlow.length > 0 && <FaultList faults={faults.ofFlow} />}
      {view === 'list' ? (
        <StepList outline={outline} ids={ids} chosen={chosen} onChoose={choose} faults={faults.byStep} />
      ) : (
        <CanvasAndStep
          {...content}
          title={title}
          outline={outline}
          ids={ids}
          chosen={chosen}
          onChoose={choose}
          faults={faults.byStep}
          numbers={numbers}
        />
      )}
    </Stack>
  );
}

/** A flow as a list: its steps in reading order, each connection a link to its target. */
function StepList({
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

function CanvasAndStep({
  outline,
  ids,
  faults,
  numbers,
  ...canvas
}: Pick<DraftContent, 'definition' | 'layout'> & {
  readonly title: string;
  readonly outline: ReturnType<typeof readOutline>;
  readonly ids: ReadonlySet<string>;
  readonly faults: Faults['byStep'];
  readonly numbers: CardMarks['numbers'];
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}) {
  const { t } = useTranslation('flows');
  const beside = useRef<HTMLDivElement>(null);
  const { chosen, onChoose } = canvas;
  const step = [...outline.reached, ...outline.unreached].find(({ id }) => id === chosen);
  const marks = useMemo(
    () => ({
      faults: new Map([...faults].map(([id, found]) => [id, found.length])),
      ...(numbers && { numbers }),
    }),
    [faults, numbers],
  );
  const read = () => beside.current?.querySelector<HTMLElement>('.step')?.focus();
  return (
    <div className="canvas-beside">
      <PageFailure>
        <Suspense fallback={<Rows />}>
          <FlowCanvas {...canvas} marks={marks} onRead={read} />
        </Suspense>
      </PageFailure>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the way back for keys; the step within has the focus. */}
      <div
        ref={beside}
        onKeyDown={({ key: pressed }) => {
          if (pressed === 'Escape')
            beside.current?.parentElement?.querySelector<HTMLElement>('[role=application]')?.focus();
        }}
      >
        {step ? (
          <StepCard
            key={step.id}
            step={step}
            isStart={step.id === outline.start}
            words={wordsTo(outline, step.id)}
            ids={ids}
            onGo={onChoose}
            faults={faults.get(step.id)}
          />
        ) : (
          <p className="quiet">{t('canvas.choose')}</p>
        )}
      </div>
    </div>
  );
}
