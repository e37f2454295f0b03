import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftReplay, DraftReplayResult } from '../../../../contract/admin/drafts.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { PageLink } from '../../../components/PageLink.tsx';
import { Failure } from '../../../components/Failure.tsx';
import { findSample } from '../replay/find-sample.ts';
import { ReplayResult } from '../replay/ReplayResult.tsx';
import { replayDraft } from '../replay/replay-draft.ts';

/** Plays the scripted conversations of a draft on request, or a sample of last week's, and shows turn by turn what is said otherwise. */
export function ReplayScripts({ flowId, hasAny }: { readonly flowId: string; readonly hasAny: boolean }) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const [result, setResult] = useState<DraftReplayResult | null>(null);
  const play = (find: () => Promise<DraftReplay>) =>
    write.send(async () => setResult(await replayDraft(call, flowId, await find())));
  const sample = async () => ({ conversationIds: [...(await findSample(call, flowId, Date.now()))] });
  return (
    <Stack gap="xs">
      <Group>
        {hasAny && (
          <Button
            variant="default"
            size="compact-md"
            loading={write.isPending}
            onClick={() => void play(async () => ({}))}
          >
            {t('publish.replayScripts')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-md"
          loading={write.isPending}
          onClick={() => void play(sample)}
        >
          {t('replay.sample')}
        </Button>
        <PageLink path={`flows/${flowId}/replay`}>{t('publish.replayRecorded')}</PageLink>
      </Group>
      {write.error && <Failure error={write.error} />}
      {result && <ReplayResult result={result} />}
    </Stack>
  );
}
