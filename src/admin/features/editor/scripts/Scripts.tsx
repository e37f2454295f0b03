import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { notify } from '../../../components/notify.tsx';
import type { Results } from '../chat/chat-messages.ts';
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
