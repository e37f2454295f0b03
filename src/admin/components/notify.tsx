import { Button, CloseButton, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../api/use-write.ts';
import { Failure } from './Loaded.tsx';

/** Something that was just done, and how it is taken back where it can be. */
export interface Done {
  readonly text: string;
  readonly undo?: (() => Promise<unknown>) | undefined;
}

const shownMs = 5_000;
/** WCAG 2.2.1: what can be taken back is not gone while it is still being read. */
const undoableMs = 60_000;

/**
 * Shows what was just done, with Undo; replaces the previous notification. @see console.md 1, 6
 * @returns closes it
 */
export function notify(done: Done): () => void {
  notifications.clean();
  const id = notifications.show({
    message: <Message done={done} onClose={() => notifications.hide(id)} />,
    role: 'status',
    withCloseButton: false,
    autoClose: done.undo ? undoableMs : shownMs,
  });
  return () => notifications.hide(id);
}

function Message({ done: { text, undo }, onClose }: { readonly done: Done; readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const write = useWrite();
  const takeBack = async (change: () => Promise<unknown>) => {
    if (await write.send(change)) onClose();
  };
  return (
    <>
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <span className="toast-text">{text}</span>
        {undo && (
          <Button
            variant="default"
            size="compact-sm"
            loading={write.isPending}
            onClick={() => void takeBack(undo)}
          >
            {t('undo')}
          </Button>
        )}
        <CloseButton size="sm" aria-label={t('dismiss')} onClick={onClose} />
      </Group>
      {write.error && <Failure error={write.error} />}
    </>
  );
}
