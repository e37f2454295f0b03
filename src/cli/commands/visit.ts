import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { type VisitedStep, visitGateway } from '../../clients/visit-gateway.ts';
import type { FunctionName } from '../../contract/function-settings.ts';
import type { probeRecord } from '../../contract/queue-records.ts';
import { userClaims } from '../../contract/roles.ts';
import { prefixOf, stageName } from '../../contract/stage-settings.ts';
import { ReportedFailure, UsageError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand } from '../new-command.ts';
import { deployedNames } from '../target.ts';

interface Options extends JsonOption {
  readonly url: string;
  readonly tenant?: string;
  readonly widget?: string;
  readonly stage?: string;
}

/** `visit` */
export function visit(io: Io): Command {
  return newCommand(
    'visit',
    'send test requests to a gateway as a visitor and as a provider, and report the responses',
    [
      'visit --url https://api.example.com --tenant visitor --widget visitor',
      'visit --url https://abc123.execute-api.eu-central-1.amazonaws.com',
      'visit --url https://abc123.execute-api.eu-central-1.amazonaws.com --stage prod',
      'visit --url http://127.0.0.1:3000 --tenant acme --widget acme-web --json',
    ],
  )
    .requiredOption('--url <base>', 'the public URL of the API: the output BaseUrl of a deployment')
    .option(
      '--tenant <id>',
      'the tenant to start a conversation with; default: only requests that are rejected',
    )
    .option('--widget <id>', 'the widget of that tenant')
    .option('--stage <name>', 'also run the functions of that stage that have no URL')
    .addHelpText(
      'after',
      '\nEach function behind the API runs once, without AWS credentials. With --stage the other functions run, too,\nwith your credentials and an event that changes nothing. With GATEWAY_VERIFY_TOKEN in the environment\nthe webhook verification of the chat app must succeed; without it, it must be rejected. The exit code is 1 if a step fails.',
    )
    .action(async ({ url, tenant, widget, stage, json }: Options) => {
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
        throw new UsageError(`"${url}" is not a web URL.`);
      if ((tenant === undefined) !== (widget === undefined))
        throw new UsageError('--tenant and --widget require each other.');
      if (stage !== undefined && !stageName.safeParse(stage).success)
        throw new UsageError(`"${stage}" is not a valid stage name.`);
      const reached = await visitGateway({
        baseUrl: url.replace(/\/+$/, ''),
        tenant: tenant && widget ? { tenantId: tenant, widgetId: widget } : null,
        verifyToken: io.env.GATEWAY_VERIFY_TOKEN || null,
        fetch,
        newUuid: randomUUID,
        nowMs: io.nowMs,
      });
      const steps = [...reached, ...(stage === undefined ? [] : await runOthers(stage, io))];
      printResult(io, json, steps.map(lineOf).join('\n'), { steps });
      if (steps.some(({ fault }) => fault !== null))
        throw new ReportedFailure('the gateway does not respond correctly');
    });
}

async function runOthers(stage: string, io: Io): Promise<readonly VisitedFunction[]> {
  // An SDK client that few commands wait for.
  const { FunctionInvoker } = await import('../../aws/function-invoker.ts');
  const invoker = new FunctionInvoker(io.env);
  return visitFunctions(deployedNames(prefixOf(stage)), {
    invoke: (name, event) => invoker.invoke(name, event),
    nowMs: io.nowMs,
  });
}

function lineOf({ step, ms, fault: problem }: VisitedStep | VisitedFunction): string {
  return `${problem === null ? 'ok  ' : 'FAIL'} ${step.padEnd(12)} ${String(ms).padStart(5)} ms${problem === null ? '' : `  ${problem}`}`;
}

type Names = ReturnType<typeof deployedNames>;

/** The test event of a function, and the check of its response; null if it is fine. */
interface Probe {
  readonly event: (names: Names) => unknown;
  readonly problemOf: (answer: unknown) => string | null;
}

/** A function that was run, and what was not as it should be. */
interface VisitedFunction {
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
 * Functions without a URL. Each gets an event as its source sends it, which changes nothing: an empty record, an
 * extra run of the schedule and the sweep, a sign-in of an unknown user.
 */
export const probes = {
  worker: fromQueue('turns'),
  continuation: fromQueue('continuations'),
  outbound: fromQueue('outbound'),
  schedule: { event: () => ({ source: 'aws.scheduler' }), problemOf: () => null },
  'user-sync': {
    event: () => ({ kind: 'probe' }) satisfies z.infer<typeof probeRecord>,
    problemOf: (answer) =>
      probed.safeParse(answer).success ? null : 'it did not confirm that it can read users and directory',
  },
  files: { event: () => ({ source: 'aws.scheduler' }), problemOf: () => null },
  runs: { event: () => ({ source: 'aws.scheduler' }), problemOf: () => null },
  'pre-token': {
    event: () => ({ version: '2', request: { userAttributes: { [userClaims.tenantId]: 'nobody' } } }),
    problemOf(answer) {
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
    problemOf: (answer) =>
      taken.safeParse(answer).success
        ? null
        : 'it returned the record; look for "a queued record failed" in its log',
  };
}

/** Runs each function that no address leads to, side by side. Each is judged; none throws. */
async function visitFunctions(
  names: Names,
  {
    invoke,
    nowMs,
  }: {
    readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
    readonly nowMs: () => number;
  },
): Promise<readonly VisitedFunction[]> {
  const visited = Object.entries(probes).map(async ([name, { event, problemOf }]) => {
    const startedAtMs = nowMs();
    const problem = await invoke(names.tablePrefix + name, event(names)).then(problemOf, (error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    return { step: name as FunctionName, ms: nowMs() - startedAtMs, fault: problem };
  });
  return Promise.all(visited);
}
