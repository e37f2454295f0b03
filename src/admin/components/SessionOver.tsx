import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';

/** Above a page whose session is over: it goes on after the sign-in, with what was typed. @see console.md 2 */
export function SessionOver({ onSignIn }: { readonly onSignIn: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog title={t('over.title')}>
      <Stack>
        <Text>{t('over.kept')}</Text>
        <Button onClick={onSignIn}>{t('over.signIn')}</Button>
      </Stack>
    </Dialog>
  );
}
