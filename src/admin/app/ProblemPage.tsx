import { Alert, Button, Code, Paper, Stack, Text } from '@mantine/core';
import type { SignInError } from '../sign-in/errors.ts';
import { useTexts } from '../texts/texts.ts';
import { PageTitle } from './PageTitle.tsx';
import { type ProblemAction, problemActions } from './problem-actions.ts';

/** Says what went wrong and what to do; never repeats what came in an address. @see spec "Sign-in errors" */
export function ProblemPage({
  error,
  onAction,
}: {
  readonly error: SignInError;
  readonly onAction: (action: ProblemAction) => void;
}) {
  const { frame, problems } = useTexts();
  const { title, what, advice } = problems[error.code];
  const action = problemActions[error.code];
  return (
    <Paper withBorder p="xl" radius="md" className="narrow">
      <Stack>
        <PageTitle>{title}</PageTitle>
        <Alert role="alert" color="red">
          {what}
        </Alert>
        <Text>{advice}</Text>
        <Button size="md" onClick={() => onAction(action)}>
          {frame.problemActions[action]}
        </Button>
        <Text size="sm" className="quiet">
          {frame.forSupport} <Code>{error.code}</Code>
          {error.reference !== null && (
            <>
              {' '}
              {frame.inRequest} <Code>{error.reference}</Code>
            </>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}
