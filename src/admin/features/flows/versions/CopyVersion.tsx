import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type DraftContent, draft, versionDetail } from '../../../../contract/admin/flows.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import type { Done } from '../../../components/notify.tsx';
import { Failure } from '../../../components/Failure.tsx';

const draftPath = '/v1/admin/flows/{flowId}/draft';

/** Makes the draft what a version is; the way back writes what the draft was. */
export function CopyVersion({
  flowId,
  version,
  onDone,
}: {
  readonly flowId: string;
  readonly version: number;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const save = (body: DraftContent, ifMatch: string) =>
    call('PUT', draftPath, draft, { path: { flowId }, header: { 'if-match': ifMatch }, body });
  const copy = async () => {
    // As it is at this moment: what is written over is what can be had back.
    const [before, wanted] = await Promise.all([
      call('GET', draftPath, draft, { path: { flowId } }),
      call('GET', '/v1/admin/flows/{flowId}/versions/{version}', versionDetail, {
        path: { flowId, version: String(version) },
      }),
    ]);
    const saved = await save(contentOf(wanted.body), before.etag);
    onDone({
      text: t('versionList.copied', { version }),
      undo: () => save(contentOf(before.body), saved.etag),
    });
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        loading={write.isPending}
        onClick={() => void write.send(copy)}
      >
        {t('versionList.copy', { version })}
      </Button>
      {write.error && <Failure error={write.error} />}
    </>
  );
}

/** What of a draft or a version is its content. */
function contentOf({ definition, layout, conversations }: DraftContent): DraftContent {
  return { definition, layout, conversations };
}
