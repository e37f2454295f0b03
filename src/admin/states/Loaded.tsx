import { type ReactNode, Suspense } from 'react';
import type { Query } from '../api/use-query.ts';
import { useTexts } from '../texts/texts.ts';
import { Failure } from './Failure.tsx';
import { Rows } from './Rows.tsx';

/** What was asked for, or why it is not there; what was there before stays while it is asked for again. */
export function Loaded<Body>({
  query,
  what,
  children,
}: {
  readonly query: Query<Body>;
  /** Names it, in the user's language. */
  readonly what: string;
  readonly children: (body: Body, etag: string) => ReactNode;
}) {
  const { states } = useTexts();
  const { answer, error, isLoading, reload } = query;
  return (
    <>
      {error && <Failure title={states.failed(what)} error={error} onRetry={reload} />}
      {answer ? (
        <div aria-busy={isLoading} className="loaded">
          {/* What waits for a file of its own must not take the page away around it, with a dialog that is filled in. */}
          <Suspense fallback={<Rows />}>{children(answer.body, answer.etag)}</Suspense>
        </div>
      ) : (
        isLoading && !error && <Rows />
      )}
    </>
  );
}
