import { Button, Checkbox, Progress, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Coverage } from '../../../../engine/coverage.ts';
import { EmptyState } from '../../../components/Loaded.tsx';
import { notify } from '../../../components/notify.tsx';
import { TextButton } from '../../../components/RowMenu.tsx';
import type { Results } from '../chat/chat-messages.ts';
import type { ScriptPlayer } from '../chat/chat-worker.ts';
import { ScriptTable } from './ScriptTable.tsx';
import type { Script } from './script-rows.ts';

interface Props {
  readonly conversations: DraftContent['conversations'];
  readonly found: Results['run'] | null;
  readonly isRunning: boolean;
  /** Left out where they can only be looked at. */
  readonly onChange?: ((conversations: readonly Script[]) => Promise<unknown>) | undefined;
}

/** The scripted conversations of a flow, how each goes, and what of the flow they walk. */
export function Scripts({ conversations, found, isRunning, onChange }: Props) {
  const { t } = useTranslation('tests');
  const runs = found?.runs ?? [];
  const failing = runs.filter(({ ok }) => !ok).length;
  const remove = async (n: number, title: string) => {
    await onChange?.(conversations.filter((_, at) => at !== n));
    notify({ text: t('scripts.removed', { title }), undo: async () => onChange?.(conversations) });
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('scripts.title')}
      </Title>
      {conversations.length === 0 && <EmptyState>{t('scripts.empty')}</EmptyState>}
      {conversations.length > 0 && (
        <Text role="status" className={failing > 0 ? 'bad' : 'good'}>
          {!found || isRunning
            ? t('scripts.running')
            : failing > 0
              ? t('scripts.failing', { count: failing, all: runs.length })
              : t('scripts.all', { count: runs.length })}
        </Text>
      )}
      {conversations.map((script: Script, n) => {
        const title =
          typeof script.title === 'string' && script.title
            ? script.title
            : t('scripts.untitled', { n: n + 1 });
        const run = runs[n];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two scripts may be called alike; their place is what tells.
          <details key={n} className="details script">
            <summary>
              <bdi>{title}</bdi>{' '}
              {run && (
                <span className={run.ok ? 'good' : 'bad'}>
                  {run.ok ? `✓ ${t('scripts.passes')}` : `✕ ${t('scripts.fails')}`}
                </span>
              )}
            </summary>
            <ScriptTable
              script={script}
              title={title}
              run={run}
              onChange={
                onChange &&
                ((changed) => onChange(conversations.map((one, at) => (at === n ? changed : one))))
              }
            />
            {onChange && (
              <Button variant="default" size="compact-sm" onClick={() => void remove(n, title)}>
                {t('scripts.remove')}
              </Button>
            )}
          </details>
        );
      })}
    </Stack>
  );
}

const pauseMs = 400;

/** Runs the tests of a draft again whenever editing pauses. */
export function useRuns(
  player: ScriptPlayer | null,
  { definition, conversations }: Pick<DraftContent, 'definition' | 'conversations'>,
): { readonly found: Results['run'] | null; readonly isRunning: boolean } {
  const isFirst = useRef(true);
  const [found, setFound] = useState<{ of: unknown; result: Results['run'] | null } | null>(null);
  // One object as long as nothing changes.
  const of = useMemo(() => ({ definition, conversations }), [definition, conversations]);
  useEffect(() => {
    let isCurrent = true;
    const run = () => {
      isFirst.current = false;
      player?.run(of).then(
        (result) => isCurrent && setFound({ of, result }),
        () => isCurrent && setFound({ of, result: null }),
      );
    };
    const timer = setTimeout(run, isFirst.current ? 0 : pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [player, of]);
  return { found: found?.result ?? null, isRunning: found?.of !== of };
}

interface CoverageViewProps {
  readonly coverage: Coverage;
  /** Whether the canvas shows it; absent without a canvas. */
  readonly isDrawn?: boolean;
  readonly onDraw?: (isDrawn: boolean) => void;
  readonly onTry: (stepId: string) => void;
}

/** How much of the flow its tests cover, and what a test chat would add. */
export function CoverageView({ coverage: { walked, all, left }, isDrawn, onDraw, onTry }: CoverageViewProps) {
  const { t } = useTranslation('tests');
  return (
    <section aria-label={t('coverage.figure', { covered: walked, count: all })}>
      <Text fw={600}>{t('coverage.figure', { covered: walked, count: all })}</Text>
      <Progress value={all === 0 ? 0 : (100 * walked) / all} size="sm" my={6} aria-hidden />
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
                  <TextButton
                    aria-label={`${t('coverage.try', { step: stepId })} (${key.join('.')})`}
                    onClick={() => onTry(stepId)}
                  >
                    <bdi>{stepId}</bdi>
                  </TextButton>{' '}
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
