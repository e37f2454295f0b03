import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Write } from '../api/use-write.ts';
import { Dialog } from './Dialog.tsx';
import { Failure } from './Loaded.tsx';
import { useOnline } from './use-online.ts';

interface Props {
  readonly isDirty: boolean;
  /** Whether the form is valid. */
  readonly isValid?: boolean;
  readonly write: Write;
  /** Left out where the form around it saves. */
  readonly onSave?: () => void;
  readonly onDiscard: () => void;
  /** In place of the reason why it was refused. */
  readonly children?: ReactNode;
}

/** Saves or discards a page's changes. It appears with the first change, and asks before the page is left. */
export function SaveBar({ isDirty, isValid = true, write, onSave, onDiscard, children }: Props) {
  const { t } = useTranslation('common');
  const isOnline = useOnline();
  const { isPending, error } = write;
  return (
    <>
      <LeaveDialog isDirty={isDirty && !isPending} onDiscard={onDiscard} />
      {(isDirty || error) && (
        <Paper withBorder radius="md" shadow="md" py="sm" px="md" className="save-bar">
          <Stack gap="xs">
            <Group>
              <Button
                type={onSave ? 'button' : 'submit'}
                onClick={onSave}
                loading={isPending}
                disabled={!isDirty || !isValid || !isOnline}
              >
                {t('save.button')}
              </Button>
              <Button variant="default" onClick={onDiscard} disabled={isPending}>
                {t('save.discard')}
              </Button>
              {isDirty && <span className="quiet">{isOnline ? t('save.unsaved') : t('causes.offline')}</span>}
            </Group>
            {children || (error && <Failure error={error} />)}
          </Stack>
        </Paper>
      )}
    </>
  );
}

interface LeaveProps {
  readonly isDirty: boolean;
  readonly onDiscard: () => void;
}

/** Asks before another page is opened. If the browser leaves the site, the tab keeps the input. */
export function LeaveDialog({ isDirty, onDiscard }: LeaveProps) {
  const { t } = useTranslation('common');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title={t('save.leaveTitle')} onClose={blocker.reset}>
      <Stack>
        <Text>{t('save.leaveWhat')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={blocker.reset}>
            {t('save.stay')}
          </Button>
          <Button
            color="red"
            onClick={() => {
              onDiscard();
              blocker.proceed();
            }}
          >
            {t('save.leave')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
