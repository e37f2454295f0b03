import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageTitle } from './PageTitle.tsx';

/** Where everyone who is not signed in starts; the password is asked for by the hosted sign-in only. */
export function SignInPage({
  wasElsewhere,
  onSignIn,
}: {
  readonly wasElsewhere: boolean;
  readonly onSignIn: () => void;
}) {
  const { t } = useTranslation('common');
  return (
    <Paper withBorder p="xl" radius="md" className="narrow">
      <Stack>
        <PageTitle>{t('signIn.title')}</PageTitle>
        {wasElsewhere && (
          <Alert role="status" color="blue" title={t('signIn.elsewhereTitle')}>
            {t('signIn.elsewhere')}
          </Alert>
        )}
        <Text>{t('signIn.what')}</Text>
        <Text className="quiet">{t('signIn.how')}</Text>
        <Button size="md" onClick={onSignIn}>
          {t('signIn.title')}
        </Button>
      </Stack>
    </Paper>
  );
}
