import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoffRow, HandoffView } from '../../../contract/admin/handoffs.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRole } from '../../components/console-context.ts';
import type { Done } from '../../components/notify.tsx';
import { Failure } from '../../components/Failure.tsx';
import { useInbox } from './inbox-context.ts';
import { isMine } from './live/board.ts';
import { movedTo, useDesk } from './use-desk.ts';

const AssignDialog = lazy(async () => ({
  default: (await import('./dialogs/AssignDialog.tsx')).AssignDialog,
}));
const CloseDialog = lazy(async () => ({ default: (await import('./dialogs/CloseDialog.tsx')).CloseDialog }));
const ReturnDialog = lazy(async () => ({
  default: (await import('./dialogs/ReturnDialog.tsx')).ReturnDialog,
}));

interface Props {
  readonly row: HandoffRow;
  readonly view: HandoffView | null;
  readonly onDone: (done: Done) => void;
}

/** What can be done with a conversation; what somebody else has can be read, and taken over by admins. */
export function Actions({ row, view, onDone }: Props) {
  const { t } = useTranslation('inbox');
  const { userId } = useInbox();
  const { may } = useRole();
  const write = useWrite();
  const act = useDesk(row);
  const [open, setOpen] = useState<'return' | 'assign' | 'close' | null>(null);
  const isOwn = isMine(row, userId);
  const isTaken = row.state === 'taken';
  const mayChange = isOwn || !isTaken || may('users:manage');
  const take = () =>
    write.send(async () => {
      const taken = await act('take', isTaken ? { takeOver: true } : {});
      const undo = taken && !isTaken ? () => act('assign', { to: { queue: row.queue } }) : undefined;
      onDone({ text: t('tookToast'), undo });
    });
  const verbs = [
    ['return', 'g', t('giveBack')],
    ['assign', 'h', t('handOver')],
    ['close', 'x', t('close')],
  ] as const;
  const dialog = { row, view, onDone, onClose: () => setOpen(null) };
  return (
    <div className="inbox-actions" role="toolbar" aria-label={t('actions')}>
      {!isOwn && (
        <Button
          size="compact-md"
          loading={write.isPending}
          disabled={isTaken && !may('users:manage')}
          aria-keyshortcuts="t"
          onClick={() => void take()}
        >
          {isTaken ? t('takeOver') : t('take')} <kbd className="key inbox-key">T</kbd>
        </Button>
      )}
      {verbs.map(([name, key, label]) => (
        <Button
          key={name}
          variant="default"
          size="compact-md"
          disabled={!mayChange}
          aria-keyshortcuts={key}
          onClick={() => setOpen(name)}
        >
          {label}
        </Button>
      ))}
      {write.error && <Moved error={write.error} />}
      <Suspense fallback={null}>
        {open === 'return' && <ReturnDialog {...dialog} />}
        {open === 'assign' && <AssignDialog {...dialog} />}
        {open === 'close' && <CloseDialog {...dialog} />}
      </Suspense>
    </div>
  );
}

/** Who was faster, by name; anything else as everywhere. */
function Moved({ error }: { readonly error: NonNullable<ReturnType<typeof useWrite>['error']> }) {
  const { t } = useTranslation('inbox');
  const now = movedTo(error);
  if (now?.owner)
    return (
      <p role="alert" className="warn hint">
        {t('tookIt', { name: now.owner.name })}
      </p>
    );
  return <Failure error={error} />;
}
