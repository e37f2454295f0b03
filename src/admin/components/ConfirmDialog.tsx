import { Button, Group, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Write } from '../api/use-write.ts';
import { Dialog } from './Dialog.tsx';
import { Failure } from './Failure.tsx';
import { useOnline } from './use-online.ts';

/** A dialog before something is done: what it will do, one button that does it, and what spoke against it. */
export function ConfirmDialog({
  title,
  button,
  size,
  isReady = true,
  isDangerous = false,
  write,
  onClose,
  onConfirm,
  children,
}: {
  readonly title: string;
  readonly button: string;
  readonly size?: ModalProps['size'];
  readonly isReady?: boolean;
  readonly isDangerous?: boolean;
  readonly write: Write;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const isOnline = useOnline();
  return (
    <Dialog title={title} onClose={onClose} {...(size !== undefined && { size })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Stack>
          {children}
          {write.error && <Failure error={write.error} />}
          {!isOnline && <p className="quiet">{t('causes.offline')}</p>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              {...(isDangerous && { color: 'red' })}
              loading={write.isPending}
              disabled={!isReady || !isOnline}
            >
              {button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
