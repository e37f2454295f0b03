import { Alert, Button, Code, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SignInError } from '../auth/errors.ts';
import { PageTitle } from './PageTitle.tsx';
import { type ProblemAction, problemActions } from './problem-actions.ts';

interface Props {
  readonly error: SignInError;
  readonly onAction: (action: ProblemAction) => void;
}

/** Explains a sign-in error and what to do; never shows content of the URL. @see spec "Sign-in errors" */
export function ProblemPage({ error, onAction }: Props) {
  const { t } = useTranslation('common');
  const action = problemActions[error.code];
  return (
    <Paper withBorder p="xl" radius="md" className="narrow">
      <Stack>
        <PageTitle>{t(`problems.${error.code}.title`)}</PageTitle>
        <Alert role="alert" color="red">
          {t(`problems.${error.code}.what`)}
        </Alert>
        <Text>{t(`problems.${error.code}.advice`)}</Text>
        <Button size="md" onClick={() => onAction(action)}>
          {t(`problemActions.${action}`)}
        </Button>
        <Text size="sm" className="quiet">
          {t('forSupport')} <Code>{error.code}</Code>
          {error.reference !== null && (
            <>
              {' '}
              {t('inRequest')} <Code>{error.reference}</Code>
            </>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}
