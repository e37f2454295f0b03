import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentFiles } from '../../../bin/environment-files.ts';
import { flowDefinition } from '../../../src/contract/flow.ts';
import type { TenantFolder } from '../../../src/domain/tenant-folder.ts';
import { composeGateway } from '../../../src/lambda/compose.ts';
import { randomChoice } from '../../../src/local/aws/sqs/queue-surroundings.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/local/virtual-clock.ts';
import { readTranscript } from '../../../src/operations/inspect/read-transcript.ts';
import { cloudApiBody } from '../cloud-api.ts';
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts';
import { startTestStack, type TestStack } from '../start-stack.ts';
import { type Counted, countWrongs } from './count-wrongs.ts';
import { faultChoice } from './fault-choice.ts';
import { type MortalEnvironments, mortalEnvironments } from './mortal-environments.ts';
import { type Outside, startOutside } from './outside.ts';
import { seededRandom } from './seeded-random.ts';
import { redeliver, type Talk, talk } from './talk.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly sessions: number;
  readonly messages: number;
  /** The longest time that a slow step takes. */
  readonly slowMs: number;
}

/** One seed's figures. */
export interface ChaosReport extends Counted {
  readonly seed: number;
  readonly sent: number;
  /** What answers have left running. */
  readonly left: readonly string[];
  readonly calls: number;
  readonly faults: number;
  readonly invocations: number;
  readonly kills: number;
  /** Minutes of the virtual clock after which everything was done. */
  readonly minutes: number;
  readonly seconds: number;
}

interface Chaos {
  readonly stack: TestStack;
  readonly proxy: FaultProxy;
  readonly clock: VirtualClock;
  readonly outside: Outside;
  readonly mortals: MortalEnvironments;
}

const slowShare = 0.15;
const togetherShare = 0.15;
const minuteMs = 60_000;
/** What the schedule does each minute it can do in the third. */
const minutesAtOnce = 3;
/** After the last fault. */
const patientMinutes = 21;
/** Whatever has been left to the schedule has been visited by then. */
const leastMinutes = 9;

/** Talks over a stack whose calls fail and whose environments die, and counts what became of the messages. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const random = seededRandom(options.seed);
  const outside = await startOutside((text) => 50 + (Number(text.split(' ').at(-1)) / 1000) * options.slowMs);
  const proxy = await startFaultProxy();
  const clock = createVirtualClock();
  const mortals = mortalEnvironments(await environmentFiles(), proxy, { clock, random });
  const stack = await startTestStack({
    functions: mortals.functions,
    providerUrl: outside.url,
    // A hanging call is given up sooner than on AWS.
    env: { PATIENCE: '0.4' },
    queues: { nowMs: clock.nowMs, choose: randomChoice(random) },
    changeTenant: (folder) => echoing(folder, outside.url),
    report: () => undefined,
  });
  const chaos = { stack, proxy, clock, outside, mortals };
  outside.tellStatus = async (status) => {
    await redeliver(stack, cloudApiBody({ statuses: [status] }));
  };
  try {
    const talks = plannedTalks(options, random);
    const choose = faultChoice(random);
    let [calls, faults] = [0, 0];
    proxy.decide = async (call) => {
      calls += 1;
      if (await mortals.dies(call.caller)) return 'reset';
      const fault = choose(call);
      if (fault) faults += 1;
      return fault;
    };
    await Promise.all(talks.map((one) => talk(stack, one)));
    proxy.decide = () => undefined;
    mortals.spare();
    const minutes = await finish(chaos);
    const counted: Counted = { acknowledged: 0, noticed: 0, wrongs: [] };
    for (const one of talks) countWrongs(one, await logOf(stack, one), outside, counted);
    const left = mortals.left();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const sent = options.sessions * options.messages;
    return { seed: options.seed, sent, ...counted, left, calls, faults, ...mortals.counts, minutes, seconds };
  } finally {
    await stack.stop();
    await Promise.all([proxy.stop(), outside.stop()]);
  }
}

/** Lets minutes go by until nothing is left to be done. @returns how many */
async function finish({ stack, clock, outside, mortals }: Chaos): Promise<number> {
  const { queues } = stack;
  const urls = [
    queues.turnsQueueUrl,
    queues.continuationsQueueUrl,
    queues.outboundQueueUrl,
    queues.choresQueueUrl,
  ];
  const left = () => urls.reduce((sum, url) => sum + queues.waiting(url).length, 0);
  for (let minutes = 0; ; minutes += minutesAtOnce) {
    for (let calm = 0, before = -1; calm < 5 && left() + outside.pending() + mortals.busy() > 0; ) {
      await pause(100);
      const now = left();
      calm = now === before && mortals.busy() === 0 && outside.pending() === 0 ? calm + 1 : 0;
      before = now;
    }
    if (minutes >= patientMinutes || (minutes >= leastMinutes && left() === 0)) return minutes;
    clock.advance(minutesAtOnce * minuteMs);
    // A run that a busy machine was too slow for is made up for by the next, as the scheduler would.
    await stack.tick().catch(() => undefined);
  }
}

function plannedTalks({ sessions, messages, seed }: ChaosOptions, random: () => number): Talk[] {
  return Array.from({ length: sessions }, (_, n) => {
    const plan: string[][] = [];
    for (let sent = 0; sent < messages; sent += 1) {
      const kind = random() < slowShare ? 'slow' : 'fast';
      const text = `${kind} ${seed} ${n} ${sent} ${Math.floor(random() * 1000)}`;
      // The first begins the conversation.
      if (sent > 1 && random() < togetherShare) plan.at(-1)?.push(text);
      else plan.push([text]);
    }
    const channel = n % 2 === 0 ? 'webchat' : 'chatapp';
    const user = channel === 'webchat' ? randomUUID() : `49151${String(100_000 + n)}`;
    return { channel, user, plan, acknowledged: new Map(), conversationId: null, odd: [] };
  });
}

/** Says each message back; `slow` ones after a call that the queue makes. */
function echoing(folder: TenantFolder, origin: string): TenantFolder {
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

async function logOf(stack: TestStack, { channel, user, conversationId }: Talk) {
  const received = stack.bus.events.find(
    ({ detail }) => channel === 'chatapp' && Object(detail.data).user?.id === user,
  );
  const id = conversationId ?? String(received?.detail.conversationId);
  // The reader is no part of the chaos: it waits as long as a busy machine takes.
  const gateway = composeGateway({ ...stack.env, PATIENCE: '20' });
  return (await readTranscript(gateway, 'acme', id))?.messages ?? [];
}
