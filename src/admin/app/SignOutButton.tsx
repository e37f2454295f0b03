import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { unsavedWork } from './unsaved-work.ts';

/** Signs out; what would be lost by it is asked about first. */
export function SignOutButton({ onSignOut }: { readonly onSignOut: () => void }) {
  const { t } = useTranslation('common');
  const [isAsked, setAsked] = useState(false);

  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => (unsavedWork().length > 0 ? setAsked(true) : onSignOut())}
      >
        {t('signOut')}
      </Button>
      {isAsked && (
        <Dialog title={t('unsaved.title')} onClose={() => setAsked(false)}>
          <Stack>
            <Text>{t('unsaved.what')}</Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsked(false)}>
                {t('cancel')}
              </Button>
              <Button color="red" onClick={onSignOut}>
                {t('unsaved.button')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
