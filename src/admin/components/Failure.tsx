import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../contract/problem-body.ts';
import type { RoleName } from '../../contract/roles.ts';
import type { ApiError } from '../api/api-error.ts';
import { useRole } from './console-context.ts';
import { ReferenceCode } from './ReferenceCode.tsx';

const mostErrors = 5;

interface FailureProps {
  readonly title?: string;
  readonly error: ApiError;
  readonly onRetry?: () => unknown;
}

/** Shows a failed request: what, why, what to do, and the code for support. @see console.md 2 */
export function Failure({ title, error, onRetry }: FailureProps) {
  const { t } = useTranslation('common');
  return (
    <Alert role="alert" color="red" title={title}>
      <Text>
        <Cause error={error} />
      </Text>
      <Group mt="sm">
        {onRetry && (
          <Button variant="default" size="compact-md" onClick={() => void onRetry()}>
            {t('retry')}
          </Button>
        )}
        {error.correlationId !== null && <ReferenceCode code={error.correlationId} />}
      </Group>
    </Alert>
  );
}

/** Why, in the user's language; what only the service can say is in its own. */
function Cause({ error: { failure, problem } }: { readonly error: ApiError }) {
  const { t, i18n } = useTranslation('common');
  const { role } = useRole();
  if (failure === 'role') {
    const least = problem?.leastRole as RoleName | undefined;
    return t('causes.role', { role: t(`roles.${role}`), least: least ? t(`roles.${least}`) : '–' });
  }
  if (failure !== 'refused' || problem === null) return t(`causes.${failure}`);
  if (problem.usedBy) return <UsedBy users={problem.usedBy} />;
  const isTranslated: boolean = i18n.exists(`refusals.${problem.code}`);
  if (isTranslated) return t(`refusals.${problem.code as 'last_admin'}`);
  return (
    <>
      {t('causes.refused')} <bdi lang="en">{saidOf(problem)}</bdi>
    </>
  );
}

/** The reason, and the invalid fields, as many as one can read at a glance. */
function saidOf({ detail, errors = [] }: Problem): string {
  const which = errors.slice(0, mostErrors).map(({ message }) => message);
  return which.length === 0 ? detail : `${detail}: ${which.join('; ')}`;
}

function UsedBy({ users }: { readonly users: NonNullable<Problem['usedBy']> }) {
  const { t } = useTranslation('common');
  return (
    <>
      {t('inUse')}{' '}
      {users.map(({ kind, id }, n) => (
        <span key={`${kind} ${id}`}>
          {n > 0 && ', '}
          {t(`resources.${kind as 'flow'}`, { defaultValue: kind })} <bdi>{id}</bdi>
        </span>
      ))}
    </>
  );
}
