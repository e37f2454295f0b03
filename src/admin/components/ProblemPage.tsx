import { Alert, Button, Code, Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SignInError, SignInErrorCode } from '../auth/errors.ts';
import { PageTitle } from './PageHeader.tsx';

interface Props {
  readonly error: SignInError;
  readonly onAction: (action: ProblemAction) => void;
}

/** Explains a sign-in error and what to do; never shows content of the URL. @see spec "Sign-in errors" */
export function ProblemPage({ error, onAction }: Props) {
  const { t } = useTranslation('common');
  const action = problemActions[error.code];
  return (
    <Paper withBorder p="xl" radius="md" w="min(100%, 24rem)">
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

/** The one thing to do about a problem. */
export type ProblemAction = 'sign-in' | 'retry' | 'sign-out';

/** THE table of what to do about each. @see spec "Sign-in errors" */
export const problemActions: Readonly<Record<SignInErrorCode, ProblemAction>> = {
  settings_unreadable: 'retry',
  network: 'retry',
  storage_denied: 'retry',
  sign_in_lost: 'sign-in',
  state_mismatch: 'sign-in',
  access_denied: 'sign-in',
  provider_refused: 'sign-in',
  redirect_uri_mismatch: 'sign-in',
  code_expired: 'sign-in',
  code_verifier_mismatch: 'sign-in',
  code_refused: 'sign-in',
  tokens_refused: 'sign-in',
  signed_out: 'sign-in',
  session_expired: 'sign-in',
  session_refused: 'sign-in',
  missing_tenant_claim: 'sign-out',
  invalid_role: 'sign-out',
  tenant_not_found: 'sign-out',
  service_failed: 'retry',
  unexpected: 'retry',
};
