import { Alert, Button, Code, Paper, Stack, Text } from '@mantine/core';
import type { SignInError } from '../sign-in/errors.ts';
import { PageTitle } from './PageTitle.tsx';
import { type ProblemText, problemTexts } from './problem-texts.ts';

const actionNames: Readonly<Record<ProblemText['action'], string>> = {
  'sign-in': 'Sign in again',
  retry: 'Try again',
  'sign-out': 'Sign out',
};

/** Says what went wrong and what to do; never repeats what came in an address. @see spec "Sign-in errors" */
export function ProblemPage({
  error,
  onAction,
}: {
  readonly error: SignInError;
  readonly onAction: (action: ProblemText['action']) => void;
}) {
  const { title, what, advice, action } = problemTexts[error.code];
  return (
    <Paper withBorder p="xl" radius="md" className="narrow">
      <Stack>
        <PageTitle>{title}</PageTitle>
        <Alert role="alert" color="red" variant="outline">
          {what}
        </Alert>
        <Text>{advice}</Text>
        <Button size="md" onClick={() => onAction(action)}>
          {actionNames[action]}
        </Button>
        <Text size="sm" className="quiet">
          For support: <Code>{error.code}</Code>
          {error.reference !== null && (
            <>
              {' '}
              in request <Code>{error.reference}</Code>
            </>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}
