import { Alert, Button, Group, Text } from '@mantine/core';
import type { Problem } from '../../contract/problem-body.ts';
import type { ApiError } from '../api/api-error.ts';
import { useRole } from '../app/console-context.ts';
import { useTexts } from '../texts/texts.ts';
import { ReferenceCode } from './ReferenceCode.tsx';

const mostErrors = 5;

/** What was refused or did not come, why, what to do, and the code for support. @see console.md 2 */
export function Failure({
  title,
  error,
  onRetry,
}: {
  readonly title?: string;
  readonly error: ApiError;
  readonly onRetry?: () => unknown;
}) {
  const { states } = useTexts();
  return (
    <Alert role="alert" color="red" title={title}>
      <Text>
        <Cause error={error} />
      </Text>
      <Group mt="sm">
        {onRetry && (
          <Button variant="default" size="compact-md" onClick={() => void onRetry()}>
            {states.retry}
          </Button>
        )}
        {error.correlationId !== null && <ReferenceCode code={error.correlationId} />}
      </Group>
    </Alert>
  );
}

/** Why, in the user's language; what only the service can say is in its own. */
function Cause({ error: { failure, problem } }: { readonly error: ApiError }) {
  const { frame, refusals, states } = useTexts();
  const { role } = useRole();
  if (failure === 'role') {
    const least = problem?.leastRole as keyof typeof frame.roles | undefined;
    return states.causes.role(frame.roles[role], (least && frame.roles[least]) ?? '–');
  }
  if (failure !== 'refused' || problem === null) return states.causes[failure];
  const known: Readonly<Partial<Record<string, string>>> = refusals;
  if (problem.usedBy) return <UsedBy users={problem.usedBy} />;
  return (
    known[problem.code] ?? (
      <>
        {states.causes.refused} <bdi lang="en">{saidOf(problem)}</bdi>
      </>
    )
  );
}

/** What is wrong, and with which of what was sent, as far as a reader takes in at once. */
function saidOf({ detail, errors = [] }: Problem): string {
  const which = errors.slice(0, mostErrors).map(({ message }) => message);
  return which.length === 0 ? detail : `${detail}: ${which.join('; ')}`;
}

function UsedBy({ users }: { readonly users: NonNullable<Problem['usedBy']> }) {
  const { flows, states } = useTexts();
  const kinds: Readonly<Partial<Record<string, string>>> = flows.users;
  return (
    <>
      {states.inUse}{' '}
      {users.map(({ kind, id }, n) => (
        <span key={`${kind} ${id}`}>
          {n > 0 && ', '}
          {kinds[kind] ?? kind} <bdi>{id}</bdi>
        </span>
      ))}
    </>
  );
}
