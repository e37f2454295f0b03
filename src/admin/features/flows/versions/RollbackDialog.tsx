import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FlowDetail, liveChange } from '../../../../contract/admin/flows.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import { useGoTo } from '../../../components/navigation.ts';
import { WhatDiffers } from '../compare/WhatDiffers.tsx';
import { RunningOn } from '../publish/RunningOn.tsx';

/** Moves what is live to another version; names both. The draft stays as it is. */
export function RollbackDialog({
  flow: { id, live },
  etag,
  version,
  onClose,
}: {
  readonly flow: FlowDetail;
  readonly etag: string;
  readonly version: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const goTo = useGoTo();
  const write = useWrite();
  const body = { version };
  const idempotencyKey = useIdempotencyKey({ body, etag });
  const send = async () => {
    const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
    const options = { path: { flowId: id }, header, body };
    const roll = () => call('POST', '/v1/admin/flows/{flowId}/rollback', liveChange, options);
    // Somebody else may have moved it: the dialog then names what is live now.
    const isDone = await write.send(roll);
    if (isDone) goTo(`flows/${id}?rolled-back=${version}`);
  };
  return (
    <ConfirmDialog
      title={t('rollback.title', { version })}
      button={t('rollback.button')}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('rollback.what', { from: live.version ?? 0, to: version })}</Text>
      {live.version !== null && <RunningOn flowId={id} version={live.version} />}
      <WhatDiffers
        flowId={id}
        from={String(live.version)}
        to={String(version)}
        title={t('rollback.differs', { from: live.version ?? 0, to: version })}
      />
    </ConfirmDialog>
  );
}
