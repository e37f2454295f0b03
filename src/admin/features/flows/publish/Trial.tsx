import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FlowDetail, liveChange } from '../../../../contract/admin/flows.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../../components/console-context.ts';

interface Props {
  readonly flow: FlowDetail;
  readonly etag: string;
}
type Action = 'promote' | 'cancel';

/** A version that a share of visitors meets: who meets it, and the two ways to end that. */
export function Trial({ flow, etag }: Props) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const [action, setAction] = useState<Action | null>(null);
  const { canary } = flow.live;
  if (!canary) return <Ended flow={flow} />;
  return (
    <Group
      className="trial"
      role="group"
      aria-label={t('canaryBar', { version: canary.version, percent: canary.percent })}
    >
      <Text>{t('canaryBar', { version: canary.version, percent: canary.percent })}</Text>
      {may('flows:publish') && (
        <>
          <Button variant="default" onClick={() => setAction('promote')}>
            {t('promote.open')}
          </Button>
          <Button variant="default" onClick={() => setAction('cancel')}>
            {t('cancelCanary.open')}
          </Button>
        </>
      )}
      {action && <EndTrial flow={flow} etag={etag} action={action} onClose={() => setAction(null)} />}
    </Group>
  );
}

/** A trial that has ended by itself, until something else is published. */
function Ended({ flow: { canaryEnded } }: Pick<Props, 'flow'>) {
  const { t } = useTranslation('flows');
  if (!canaryEnded) return null;
  const { version, action, raised, against } = canaryEnded;
  return (
    <Text className={action === 'cancel' ? 'warn' : 'quiet'}>
      {action === 'cancel'
        ? t('trialEnded', {
            version,
            failed: raised.part,
            count: raised.of,
            otherFailed: against.part,
            otherCount: against.of,
          })
        : t('trialPromoted', { version })}
    </Text>
  );
}

function EndTrial({
  flow: { id, live },
  etag,
  action,
  onClose,
}: Props & { readonly action: Action; readonly onClose: () => void }) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const version = live.canary?.version ?? 0;
  const body = { action };
  const idempotencyKey = useIdempotencyKey({ body, etag });
  const dialog = action === 'promote' ? 'promote' : 'cancelCanary';
  const end = async () => {
    const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
    const options = { path: { flowId: id }, header, body };
    const isDone = await write.send(() =>
      call('POST', '/v1/admin/flows/{flowId}/canary', liveChange, options),
    );
    if (isDone) onClose();
    // What is live now is shown in either case: somebody else may have ended it.
  };
  return (
    <ConfirmDialog
      title={t(`${dialog}.title`, { version })}
      button={t(`${dialog}.button`)}
      write={write}
      onClose={onClose}
      onConfirm={() => void end()}
    >
      <Text>{t(`${dialog}.what`, { version, live: live.version ?? 0 })}</Text>
    </ConfirmDialog>
  );
}
