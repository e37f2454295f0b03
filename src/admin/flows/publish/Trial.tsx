import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type FlowDetail, liveChange } from '../../../contract/admin/flows.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../app/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../app/console-context.ts';
import { useTexts } from '../../texts/texts.ts';

interface Props {
  readonly flow: FlowDetail;
  readonly etag: string;
}
type Action = 'promote' | 'cancel';

/** A version that a share of visitors meets: who meets it, and the two ways to end that. */
export function Trial({ flow, etag }: Props) {
  const { flows } = useTexts();
  const { may } = useRole();
  const [action, setAction] = useState<Action | null>(null);
  const { canary } = flow.live;
  if (!canary) return <Ended flow={flow} />;
  return (
    <Group className="trial" role="group" aria-label={flows.canaryBar(canary.version, canary.percent)}>
      <Text>{flows.canaryBar(canary.version, canary.percent)}</Text>
      {may('flows:publish') && (
        <>
          <Button variant="default" onClick={() => setAction('promote')}>
            {flows.promote.open}
          </Button>
          <Button variant="default" onClick={() => setAction('cancel')}>
            {flows.cancelCanary.open}
          </Button>
        </>
      )}
      {action && <EndTrial flow={flow} etag={etag} action={action} onClose={() => setAction(null)} />}
    </Group>
  );
}

/** A trial that has ended by itself, until something else is published. */
function Ended({ flow: { canaryEnded } }: Pick<Props, 'flow'>) {
  const { flows } = useTexts();
  if (!canaryEnded) return null;
  const { version, action, raised, against } = canaryEnded;
  return (
    <Text className={action === 'cancel' ? 'warn' : 'quiet'}>
      {action === 'cancel'
        ? flows.trialEnded(version, raised.part, raised.of, against.part, against.of)
        : flows.trialPromoted(version)}
    </Text>
  );
}

function EndTrial({
  flow: { id, live },
  etag,
  action,
  onClose,
}: Props & { readonly action: Action; readonly onClose: () => void }) {
  const { flows } = useTexts();
  const { call } = useConsole();
  const write = useWrite();
  const version = live.canary?.version ?? 0;
  const body = { action };
  const idempotencyKey = useIdempotencyKey({ body, etag });
  const texts = action === 'promote' ? flows.promote : flows.cancelCanary;
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
      title={texts.title(version)}
      button={texts.button}
      write={write}
      onClose={onClose}
      onConfirm={() => void end()}
    >
      <Text>{action === 'promote' ? texts.what(version) : texts.what(live.version ?? 0)}</Text>
    </ConfirmDialog>
  );
}
