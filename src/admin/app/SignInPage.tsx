import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { PageTitle } from './PageTitle.tsx';

/** Where everyone who is not signed in starts; the password is asked for by the hosted sign-in only. */
export function SignInPage({
  wasElsewhere,
  onSignIn,
}: {
  readonly wasElsewhere: boolean;
  readonly onSignIn: () => void;
}) {
  return (
    <Paper withBorder p="xl" radius="md" className="narrow">
      <Stack>
        <PageTitle>Sign in</PageTitle>
        {wasElsewhere && (
          <Alert role="status" color="blue" variant="outline" title="You are signed out">
            You signed out in another tab.
          </Alert>
        )}
        <Text>Administration of your conversations: flows, widgets, channels and users of your tenant.</Text>
        <Text className="quiet">
          You are taken to the sign-in page of your organisation, and come back here. This application never
          sees your password.
        </Text>
        <Button size="md" onClick={onSignIn}>
          Sign in
        </Button>
      </Stack>
    </Paper>
  );
}
