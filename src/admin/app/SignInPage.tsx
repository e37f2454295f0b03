import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { useTexts } from '../texts/texts.ts';
import { PageTitle } from './PageTitle.tsx';

/** Where everyone who is not signed in starts; the password is asked for by the hosted sign-in only. */
export function SignInPage({
  wasElsewhere,
  onSignIn,
}: {
  readonly wasElsewhere: boolean;
  readonly onSignIn: () => void;
}) {
  const texts = useTexts().frame.signIn;
  return (
    <Paper withBorder p="xl" radius="md" className="narrow">
      <Stack>
        <PageTitle>{texts.title}</PageTitle>
        {wasElsewhere && (
          <Alert role="status" color="blue" title={texts.elsewhereTitle}>
            {texts.elsewhere}
          </Alert>
        )}
        <Text>{texts.what}</Text>
        <Text className="quiet">{texts.how}</Text>
        <Button size="md" onClick={onSignIn}>
          {texts.title}
        </Button>
      </Stack>
    </Paper>
  );
}
