import { setTimeout as pause } from 'node:timers/promises';
import { environmentFiles } from '../../../bin/environment-files.ts';
import { flowDefinition } from '../../../src/contract/flow.ts';
import type { TenantFolder } from '../../../src/domain/tenant-folder.ts';
import { composeGateway } from '../../../src/lambda/compose.ts';
import { randomChoice } from '../../../src/local/aws/sqs/queue-settings.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/local/lambda/environments.ts';
import { readTranscript, type TranscriptMessage } from '../../../src/operations/inspect/trace-message.ts';
import { cloudApiBody } from '../cloud-api.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { startLaggingDynamodb } from '../lagging-dynamodb.ts';
import { startTestStack, type TestStack } from '../start-stack.ts';
import { type MortalEnvironments, mortalEnvironments } from './mortal-environments.ts';
import { type Outside, startOutside } from './outside.ts';
import { redeliver, type Talk } from './talk.ts';

/** A stack whose calls can be made to fail, whose environments can die, and whose time is a number. */
export interface Chaos {
  readonly stack: TestStack;
  readonly proxy: FaultProxy;
  readonly clock: VirtualClock;
  readonly outside: Outside;
  readonly mortals: MortalEnvironments;
  /** Waits until no read of DynamoDB is of a moment ago: none is of minutes ago when the clock jumps. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface ChaosStackOptions {
  /** The longest time that a slow step takes. */
  readonly slowMs: number;
  /** The longest time that an eventual read of DynamoDB lags behind; 0, which is the default: none does. */
  readonly lagMs?: number;
  readonly flowOf?: typeof echoing;
}

const minuteMs = 60_000;
/** What the schedule does each minute it can do in the third. */
const minutesAtOnce = 3;
/** After the last fault. */
const patientMinutes = 21;
/** Whatever has been left to the schedule has been visited by then. */
const leastMinutes = 9;

export async function startChaos(
  random: () => number,
  { slowMs, lagMs = 0, flowOf = echoing }: ChaosStackOptions,
): Promise<Chaos> {
  const outside = await startOutside((text) => 50 + (Number(text.split(' ').at(-1)) / 1000) * slowMs);
  const proxy = await startFaultProxy();
  const clock = createVirtualClock();
  const mortals = mortalEnvironments(await environmentFiles(), proxy, { clock, random });
  // Most copies are there at once, as on AWS.
  const dynamodb = lagMs > 0 ? await startLaggingDynamodb(() => pause(lagMs * random() ** 3)) : undefined;
  const stack = await startTestStack({
    functions: (env, report, hear) =>
      mortals.functions(
        dynamodb ? { ...env, AWS_ENDPOINT_URL_DYNAMODB: dynamodb.laggingUrl } : env,
        report,
        hear,
      ),
    providerUrl: outside.url,
    // As on AWS: with less patience, calls that are merely slow on a busy machine fail until clients stop trying.
    env: { PATIENCE: '1', ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url }) },
    queues: { nowMs: clock.nowMs, choose: randomChoice(random) },
    changeTenant: (folder) => flowOf(folder, outside.url),
    report: () => undefined,
  });
  outside.tellStatus = async (status) => {
    await redeliver(stack, cloudApiBody({ statuses: [status] }));
  };
  const stop = async () => {
    await stack.stop();
    await Promise.all([proxy.stop(), outside.stop(), dynamodb?.stop()]);
  };
  const caughtUp = async () => dynamodb?.caughtUp();
  await caughtUp();
  return { stack, proxy, clock, outside, mortals, caughtUp, stop };
}

/** The queues whose records are work. */
export function queuesOf({ queues }: TestStack): readonly string[] {
  return [queues.turnsQueueUrl, queues.continuationsQueueUrl, queues.outboundQueueUrl, queues.jobQueueUrl];
}

/** Lets minutes go by until nothing is left to be done. @returns how many */
export async function finish({ stack, clock, outside, mortals, caughtUp }: Chaos): Promise<number> {
  const { queues } = stack;
  const left = () => queuesOf(stack).reduce((sum, url) => sum + queues.waiting(url).length, 0);
  for (let minutes = 0; ; ) {
    for (let calm = 0, before = -1; calm < 5 && left() + outside.pending() + mortals.busy() > 0; ) {
      await pause(100);
      const now = left();
      calm = now === before && mortals.busy() === 0 && outside.pending() === 0 ? calm + 1 : 0;
      before = now;
    }
    if (minutes >= patientMinutes || (minutes >= leastMinutes && left() === 0)) return minutes;
    await caughtUp();
    clock.advance(minutesAtOnce * minuteMs);
    // A run that a busy machine was too slow for is made up for by the next, as the scheduler would, and isn't counted.
    const ran = await stack.tick().then(
      () => true,
      () => false,
    );
    if (ran) minutes += minutesAtOnce;
  }
}

/** Says each message back; `slow` ones after a call that the queue makes. */
export function echoing(folder: TenantFolder, origin: string): TenantFolder {
  if (folder.tenant.id !== 'acme') return folder;
  const url = `${origin}/slow?message={{ message.text }}`;
  const echo = flowDefinition.parse({
    id: 'support',
    version: 1,
    start: 'route',
    steps: {
      route: {
        kind: 'branch',
        branches: [{ when: 'message.text.startsWith("slow")', next: 'outside' }],
        otherwise: 'ask',
      },
      outside: { kind: 'http', method: 'GET', url, background: true, next: 'ask', onError: 'ask' },
      ask: { kind: 'question', text: 'echo {{ message.text }}', saveAs: 'said', next: 'route' },
    },
  });
  return {
    ...folder,
    tenant: { ...folder.tenant, limit_per_minute: 100_000 },
    widgets: folder.widgets.map((widget) => ({ ...widget, session_limit_per_minute: 300 })),
    flows: folder.flows.map((flow) => (flow.id === 'support' ? echo : flow)),
  };
}

/** What a session's conversation has in the log. */
export async function logOf(
  stack: TestStack,
  { channel, user, conversationId }: Talk,
): Promise<readonly TranscriptMessage[]> {
  const received = stack.bus.events.find(
    ({ detail }) => channel === 'chatapp' && Object(detail.data).user?.id === user,
  );
  const id = conversationId ?? String(received?.detail.conversationId);
  // The reader is no part of the chaos: it waits as long as a busy machine takes.
  const gateway = composeGateway({ ...stack.env, PATIENCE: '20' });
  return (await readTranscript(gateway, 'acme', id))?.messages ?? [];
}
