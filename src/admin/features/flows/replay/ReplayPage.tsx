import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftReplayResult } from '../../../../contract/admin/drafts.ts';
import { limits } from '../../../../contract/limits.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { Failure } from '../../../components/Failure.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { FlowHeader } from '../FlowHeader.tsx';
import { findSample } from './find-sample.ts';
import { ReplayResult } from './ReplayResult.tsx';
import { replayDraft } from './replay-draft.ts';

/** Replays past conversations against the draft and shows where it would reply differently. @see console.md 4 */
export function ReplayPage({ flowId = '' }: { readonly flowId?: string }) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const [typed, keep] = useKeptState(`replay.${flowId}`);
  const [result, setResult] = useState<DraftReplayResult | null>(null);
  const play = (event: FormEvent) => {
    event.preventDefault();
    const conversationIds = typed.split(/\s+/).filter(Boolean).slice(0, limits.replayedConversations);
    const body = conversationIds.length === 0 ? {} : { conversationIds };
    void write.send(async () => setResult(await replayDraft(call, flowId, body)));
  };
  const name = () => write.send(async () => keep((await findSample(call, flowId, Date.now())).join('\n')));
  return (
    <Stack gap="lg">
      <FlowHeader flowId={flowId} title={t('replay.title', { flow: flowId })} />
      <Text>{t('replay.what')}</Text>
      <form onSubmit={play}>
        <Stack className="long-form">
          <Textarea
            label={t('replay.ids')}
            description={t('replay.idsHint')}
            value={typed}
            rows={3}
            dir="ltr"
            onChange={(event) => keep(event.currentTarget.value)}
          />
          <Group>
            <Button type="submit" loading={write.isPending}>
              {t('replay.button')}
            </Button>
            <Button variant="default" disabled={write.isPending} onClick={() => void name()}>
              {t('replay.name')}
            </Button>
          </Group>
        </Stack>
      </form>
      {write.error && <Failure error={write.error} />}
      {result && !write.error && <ReplayResult result={result} />}
    </Stack>
  );
}
