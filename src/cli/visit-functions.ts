import * as z from 'zod/mini';
import type { FunctionName } from '../contract/function-timeouts.ts';
import type { probeRecord } from '../contract/probe-record.ts';
import { userClaims } from '../contract/user-claims.ts';
import type { deployedNames } from './deployed-names.ts';

type Names = ReturnType<typeof deployedNames>;

/** What a function is handed, and what is wrong with its answer; null when nothing is. */
interface Probe {
  readonly event: (names: Names) => unknown;
  readonly faultOf: (answer: unknown) => string | null;
}

/** A function that was run, and what was not as it should be. */
export interface VisitedFunction {
  readonly step: FunctionName;
  readonly ms: number;
  readonly fault: string | null;
}

const taken = z.object({ batchItemFailures: z.array(z.unknown()).check(z.maxLength(0)) });
const probed = z.object({ outcome: z.literal('probed') });
const claims = z.object({
  response: z.object({
    claimsAndScopeOverrideDetails: z.object({
      accessTokenGeneration: z.object({ claimsToAddOrOverride: z.record(z.string(), z.string()) }),
    }),
  }),
});

/**
 * The functions that no address leads to. Each gets an event as its own source sends it, that changes nothing: a record
 * that asks for nothing, a run of the schedule and of the sweep more, a sign-in of nobody.
 */
export const probes = {
  worker: fromQueue('turns'),
  continuation: fromQueue('continuations'),
  outbound: fromQueue('outbound'),
  schedule: { event: () => ({ source: 'aws.scheduler' }), faultOf: () => null },
  'user-sync': {
    event: () => ({ kind: 'probe' }) satisfies z.infer<typeof probeRecord>,
    faultOf: (answer) =>
      probed.safeParse(answer).success ? null : 'it did not say that it reads users and directory',
  },
  files: { event: () => ({ source: 'aws.scheduler' }), faultOf: () => null },
  runs: { event: () => ({ source: 'aws.scheduler' }), faultOf: () => null },
  'pre-token': {
    event: () => ({ version: '2', request: { userAttributes: { [userClaims.tenantId]: 'nobody' } } }),
    faultOf(answer) {
      const found = claims.safeParse(answer).data?.response.claimsAndScopeOverrideDetails;
      const claimed = found?.accessTokenGeneration.claimsToAddOrOverride[userClaims.tenantId];
      return claimed === 'nobody' ? null : 'it did not copy the tenant into the token';
    },
  },
} as const satisfies Partial<Record<FunctionName, Probe>>;

function fromQueue(queue: keyof Names['queues']): Probe {
  const body = { kind: 'probe' } satisfies z.infer<typeof probeRecord>;
  return {
    event: ({ queues }) => ({
      Records: [
        {
          messageId: 'probe',
          receiptHandle: 'probe',
          body: JSON.stringify(body),
          attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'probe' },
          messageAttributes: {},
          eventSource: 'aws:sqs',
          eventSourceARN: `arn:aws:sqs:::${queues[queue].queue}`,
        },
      ],
    }),
    faultOf: (answer) =>
      taken.safeParse(answer).success
        ? null
        : 'it returned the record: its log says "a queued record failed"',
  };
}

/** Runs each function that no address leads to, side by side. Each is judged; none throws. */
export async function visitFunctions(
  names: Names,
  {
    invoke,
    nowMs,
  }: {
    readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
    readonly nowMs: () => number;
  },
): Promise<readonly VisitedFunction[]> {
  const visited = Object.entries(probes).map(async ([name, { event, faultOf }]) => {
    const startedAtMs = nowMs();
    const fault = await invoke(names.tablePrefix + name, event(names)).then(faultOf, (error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    return { step: name as FunctionName, ms: nowMs() - startedAtMs, fault };
  });
  return Promise.all(visited);
}
