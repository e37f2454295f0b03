import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FlowDefinition, Step } from '../../../src/contract/flow.ts';
import { besideTurn } from '../../../src/domain/beside-turn.ts';
import type { Conversation } from '../../../src/domain/conversation.ts';
import { GatewayError, VersionConflictError } from '../../../src/domain/errors.ts';
import { handoffOf, handoffTag } from '../../../src/domain/handoff.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { assignHandoff } from '../../../src/operations/handoff/assign-handoff.ts';
import { closeHandoff } from '../../../src/operations/handoff/close-handoff.ts';
import { replyToVisitor } from '../../../src/operations/handoff/reply-to-visitor.ts';
import { returnHandoff } from '../../../src/operations/handoff/return-handoff.ts';
import { takeHandoff } from '../../../src/operations/handoff/take-handoff.ts';
import { writeNote } from '../../../src/operations/handoff/write-note.ts';
import { anonymizeConversation } from '../../../src/operations/people/erase-conversation.ts';
import { visitConversation } from '../../../src/operations/schedule/visit-conversation.ts';
import { noteUpdate } from '../../../src/operations/service/note-update.ts';
import { sendMessage } from '../../../src/operations/service/send-message.ts';
import type { AgentRequest } from '../../../src/operations/turn/change-as-agent.ts';
import { changeBeside } from '../../../src/operations/turn/change-beside.ts';
import { withEndedRun } from '../../../src/operations/turn/end-run.ts';
import { markSettledByEvent } from '../../../src/operations/turn/settle-turn.ts';
import { awaitMessages } from '../../../src/operations/web-chat/poll-conversation.ts';
import { flowOf } from '../../support/flow-of.ts';
import { messageOf } from '../../support/turn-of.ts';
import { name, type Outside, pause, TurnWorld } from '../../support/turn-world.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2025, 0, 1), toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Stored = Conversation<FlowState>;

const get = (next: string, timeoutMs?: number) =>
  ({
    ...{ kind: 'http', method: 'GET', url: 'https://slow.example/', saveAs: { is: 'response.body.is' } },
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...{ next, onError: 'failed' },
  }) as const satisfies Step;

function flowWith(steps: Readonly<Record<string, Step>>): FlowDefinition {
  const [first = ''] = Object.keys(steps);
  return flowOf(
    {
      ask: { kind: 'question', text: 'And?', saveAs: 'said', next: 'route' },
      route: { kind: 'branch', branches: [{ when: 'said == "slow"', next: first }], otherwise: 'ask' },
      ...steps,
      found: { kind: 'message', text: 'Found it.', next: 'ask' },
      failed: { kind: 'message', text: 'That failed.', next: 'ask' },
    },
    { id: 'support', variables: { is: '', said: '' } },
  );
}

interface SlowTurn {
  readonly flow: FlowDefinition;
  readonly outside: Outside;
  readonly calls: number;
  /** Comes by the queue alone. */
  readonly isQueued?: true;
}

/** Asks its tool as often as it may, then answers. */
const askedWithTools = flowWith({
  slow: {
    ...{ kind: 'llm', system: 'Answer.', saveAs: 'is', next: 'found', onError: 'failed' },
    tools: [{ step: 'look', description: 'Looks.' }],
  },
  look: get('found'),
});

const slowTurns: Readonly<Record<string, SlowTurn>> = {
  'a step in the background': {
    flow: flowWith({ slow: get('found') }),
    outside: { takesMs: 4_000 },
    calls: 1,
  },
  'a message of the queue': {
    ...{ flow: flowWith({ slow: get('found') }), outside: { takesMs: 4_000 } },
    ...{ calls: 1, isQueued: true },
  },
  'short steps, the last of which does not fit the request': {
    flow: flowWith({ slow: get('next', 1_500), next: get('last', 1_500), last: get('found', 1_500) }),
    ...{ outside: { takesMs: 1_100 }, calls: 3 },
  },
  'a model that asks for its tools': {
    ...{ flow: askedWithTools, outside: { takesMs: 1_300, httpMs: 200, tools: 1 }, calls: 3 },
  },
};

/** What else may write the conversation; a number makes each use of it another. */
interface Writer {
  write(world: TurnWorld, n: number): Promise<unknown>;
  /** Whether the visitor's turn runs on as if nothing had been; else it finds another conversation. */
  readonly isBeside: boolean;
}

const agent = { kind: 'user', id: 'maria', name: 'Maria' } as const;

function requestOf(world: TurnWorld, n: number): AgentRequest {
  const { stored } = world;
  const live = stored && (handoffOf(stored) ?? stored.lastHandoff);
  const ifMatch = live ? handoffTag(live, stored.epoch) : undefined;
  const caller = { owner: agent, isAdmin: false };
  return { ...name, caller, ifMatch, turnId: `desk-${n}`, correlationId: `desk-${n}` };
}

const take = (world: TurnWorld, n: number) =>
  takeHandoff(world.process(), { ...requestOf(world, n), takeOver: true });
const taken =
  (then: (world: TurnWorld, request: AgentRequest) => Promise<unknown>): Writer['write'] =>
  async (world, n) => {
    await take(world, n);
    await then(world, requestOf(world, n + 0.5));
  };
const visitorMail = {
  ...{ email: 'ada@example.com', language: 'en', page: 'https://shop.example/', api: 'https://api.example' },
} as const;
const noMessage = async () => null;
const storedIn = ({ stored }: TurnWorld): Stored => {
  if (!stored?.state) throw new GatewayError('conversation_not_found');
  return stored;
};

const writers = {
  'a long-poll': {
    isBeside: true,
    write: async (world) =>
      awaitMessages(world.process() as never, storedIn(world), {
        after: storedIn(world).lastMessageId,
        untilMs: Date.now() + 25_000,
      }),
  },
  'a second message': { isBeside: true, write: (world, n) => world.say(`second ${n}`) },
  'a service message': {
    isBeside: true,
    write: (world, n) =>
      sendMessage(world.process() as never, {
        tenantId: name.tenantId,
        message: { to: { conversationId: name.conversationId }, text: `By the way ${n}` },
        ...{ agent: null, turnIdIn: () => `service-${n}`, correlationId: `service-${n}` },
      }),
  },
  'a note': {
    isBeside: true,
    write: (world, n) =>
      writeNote(world.process(), { ...requestOf(world, n), note: { text: 'They hesitate.' } }),
  },
  'a change of an earlier message': {
    isBeside: true,
    write: (world, n) =>
      noteUpdate(
        { ...world.process(), deliveries: { findSent: noMessage }, received: { find: noMessage } } as never,
        {
          ...{ kind: 'update', turnId: `update-${n}`, turnIds: ['turn-of-hello'], accountId: 'phone' },
          message: messageOf('', { correlationId: `update-${n}`, receivedAt: new Date().toISOString() }),
          update: { kind: 'edited', providerMessageId: 'wamid.hello', text: `hello ${n}` },
        } as never,
      ),
  },
  'the mark of a published turn': {
    isBeside: true,
    write: (world) => markSettledByEvent(world.process() as never, name, ['turn-of-hello']),
  },
  'the mark of a settled turn': {
    isBeside: true,
    write: async (world) => world.process().conversations.clearOutbox(storedIn(world)),
  },
  'a visit of the schedule': {
    isBeside: true,
    write: (world) => visitConversation(world.process() as never, name),
  },
  'an email address that a visitor leaves': {
    isBeside: true,
    write: (world, n) =>
      changeBeside({ ...world.process(), pause: async () => {}, random: () => 0 }, name, (stored) =>
        besideTurn(stored, { mail: { ...visitorMail, askedAtMs: n } }),
      ),
  },
  'an agent who takes over': { isBeside: false, write: take },
  'an agent who takes over and answers': {
    isBeside: false,
    write: taken((world, request) =>
      replyToVisitor(world.process(), { ...request, reply: { text: 'I am here.' } }),
    ),
  },
  'an agent who takes over and assigns it': {
    isBeside: false,
    write: taken((world, request) =>
      assignHandoff(world.process() as never, { ...request, to: { queue: 'default' } } as never),
    ),
  },
  'an agent who takes over and closes': {
    isBeside: false,
    write: taken((world, request) => closeHandoff(world.process(), { ...request, parting: {} })),
  },
  'an agent who takes over and gives back': {
    isBeside: false,
    write: taken((world, request) => returnHandoff(world.process(), { ...request, way: {} })),
  },
  'an operator who restarts it': {
    isBeside: false,
    write: async (world, n) => {
      const stored = storedIn(world);
      const end = { turnId: `restarted-${n}`, correlationId: `restarted-${n}`, outcome: 'failed' } as const;
      const next = withEndedRun({ nowMs: Date.now }, stored, stored.state as FlowState, end);
      await world.process().conversations.save(next);
    },
  },
  'an erasure': {
    isBeside: false,
    write: (world) =>
      anonymizeConversation(
        world.process() as never,
        { tenantId: 'acme', channel: 'webchat' },
        name.conversationId,
      ),
  },
} as const satisfies Readonly<Record<string, Writer>>;
type WriterName = keyof typeof writers;

/** A writer that begins where the slow turn makes this one of its calls. */
interface Deed {
  readonly writer: WriterName;
  readonly point: number;
}

/** Longer than a writer's own calls take; whoever waits for more is left to it. */
const headStartMs = 100;

/** What is refused, as a client would be, or gives up since the conversation was written meanwhile, has written nothing. */
async function writeOnce(world: TurnWorld, n: number, writer: WriterName): Promise<void> {
  try {
    await writers[writer].write(world, n);
  } catch (error) {
    if (!(error instanceof GatewayError) && !(error instanceof VersionConflictError)) throw error;
  }
}

/** Has a slow turn run among writers. @returns the world when all is over */
async function play({ flow, outside, isQueued }: SlowTurn, deeds: readonly Deed[]): Promise<TurnWorld> {
  const world = new TurnWorld(flow, outside);
  const greeting = world.say('hello');
  await vi.runAllTimersAsync();
  await greeting;
  const running: Promise<unknown>[] = [];
  world.atPoint = async (point) => {
    for (const [n, { writer, point: at }] of deeds.entries()) {
      if (at !== point) continue;
      const done = writeOnce(world, n, writer);
      running.push(done);
      await Promise.race([done, pause(headStartMs)]);
    }
  };
  if (isQueued) world.enqueue('slow');
  else running.push(world.say('slow', { slow: true }));
  await vi.runAllTimersAsync();
  await Promise.all(running);
  return world;
}

function check(world: TurnWorld, { calls }: SlowTurn, deeds: readonly Deed[]): void {
  const told = JSON.stringify({ deeds, calls: world.calls });
  // Where an operator has ended the run and somebody has begun another, the message may lead to the same step of that.
  const isOtherRun = deeds.length > 1 && deeds.some(({ writer }) => writer === 'an operator who restarts it');
  if (!isOtherRun) expect(new Set(world.calls).size, `each call once: ${told}`).toBe(world.calls.length);
  expect(world.cutOff, told).toEqual([]);
  const log = world.log();
  expect(
    log.map(({ seq }) => seq),
    told,
  ).toEqual(log.map((_, n) => n + 1));
  const said = log.filter(({ author }) => author === 'user').map(({ text }) => text);
  expect(new Set(said).size, told).toBe(said.length);
  const answers = log.filter(({ text }) => text === 'Found it.').length;
  if (!deeds.every(({ writer }) => writers[writer].isBeside)) {
    expect(answers, told).toBeLessThanOrEqual(1);
    return;
  }
  expect(world.calls, told).toHaveLength(calls);
  expect(answers, told).toBe(1);
  expect(said[0], told).toBe('hello');
  const { stored } = world;
  expect([stored?.openTurn, stored?.waiting, stored?.lastSeq], told).toEqual([null, [], log.length]);
  for (const [n, { writer, point }] of deeds.entries()) {
    if (writer === 'a service message' && point < world.points)
      expect(
        log.filter(({ text }) => text === `By the way ${n}`),
        told,
      ).toHaveLength(1);
    if (writer !== 'a second message' || point >= world.points) continue;
    expect(said, told).toContain(`second ${n}`);
    // One that comes before the slow turn is stored may be faster.
    if (point > world.beginsAtPoint)
      expect(said.indexOf(`second ${n}`), told).toBeGreaterThan(said.indexOf('slow'));
  }
}

/** The points of a slow turn that nobody disturbs. */
async function pointsOf(turn: SlowTurn): Promise<number> {
  return (await play(turn, [])).points;
}

/** Of a turn's points each writer is tried at every third, another than its neighbour; at every one where told. */
const stride = process.env.EVERY_POINT ? 1 : 3;

describe.each(Object.entries(slowTurns))('a slow turn of %s', (_, turn) => {
  it('calls each service once and answers once, whoever writes at whichever point', async () => {
    const points = await pointsOf(turn);
    expect(points).toBeGreaterThan(5);
    for (const [n, writer] of (Object.keys(writers) as WriterName[]).entries()) {
      for (let point = n % stride; point < points; point += stride) {
        const deeds = [{ writer, point }];
        check(await play(turn, deeds), turn, deeds);
      }
    }
  });
});

it('a model that takes 3.5 s for each of five calls answers, while its visitor polls and a second message waits', async () => {
  const turn = { flow: askedWithTools, outside: { takesMs: 3_500, httpMs: 100, tools: 4 }, calls: 9 };
  const deeds = [
    { writer: 'a second message', point: 30 },
    ...Array.from({ length: 40 }, (_, point) => ({ writer: 'a long-poll', point }) as const),
  ] as const;
  const world = await play(turn, deeds);
  check(world, turn, deeds);
  expect(world.calls.filter((call) => call.startsWith('llm'))).toHaveLength(5);
});

it('a turn without room before the ID of an earlier promised message is committed all the same', async () => {
  const turn = slowTurns['short steps, the last of which does not fit the request'] as SlowTurn;
  const deeds = [
    { writer: 'a second message', point: 0 },
    { writer: 'an agent who takes over and gives back', point: 21 },
    { writer: 'a long-poll', point: 37 },
    { writer: 'the mark of a published turn', point: 38 },
  ] as const;
  const world = await play(turn, deeds);
  check(world, turn, deeds);
  expect([world.stored?.openTurn, world.stored?.waiting]).toEqual([null, []]);
});

it('a slow turn calls each service once and answers once beside several writers', async () => {
  const deed = fc.record({
    writer: fc.constantFrom(...(Object.keys(writers) as WriterName[])),
    point: fc.nat(50),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(slowTurns)),
      fc.array(deed, { minLength: 2, maxLength: 6 }),
      async (turn, deeds) => check(await play(turn, deeds), turn, deeds),
    ),
    { numRuns: Number(process.env.RUNS ?? 100) },
  );
});

describe('every writer of a conversation', () => {
  /** Each file that does, and the writer above that stands for it; `the turn` is what runs, or ends, the turn itself. */
  const standsFor: Readonly<Record<string, WriterName | 'the turn' | 'during a handoff'>> = {
    'cli/commands/conversation-triage.ts': 'a note',
    'cli/commands/conversation.ts': 'an operator who restarts it',
    'operations/center/answer-from-center.ts': 'during a handoff',
    'operations/handoff/assign-handoff.ts': 'an agent who takes over and assigns it',
    'operations/handoff/assign-waiting.ts': 'during a handoff',
    'operations/handoff/close-handoff.ts': 'an agent who takes over and closes',
    'operations/handoff/release-handoff.ts': 'during a handoff',
    'operations/handoff/reply-to-visitor.ts': 'an agent who takes over and answers',
    'operations/handoff/return-handoff.ts': 'an agent who takes over and gives back',
    'operations/handoff/take-handoff.ts': 'an agent who takes over',
    'operations/handoff/triage-conversation.ts': 'a note',
    'operations/handoff/visit-handoff.ts': 'during a handoff',
    'operations/handoff/write-note.ts': 'a note',
    'operations/mail/end-conversation.ts': 'an agent who takes over and closes',
    'operations/people/erase-conversation.ts': 'an erasure',
    'operations/schedule/visit-conversation.ts': 'a visit of the schedule',
    'operations/service/note-update.ts': 'a change of an earlier message',
    'operations/service/send-message.ts': 'a service message',
    'operations/turn/change-as-agent.ts': 'a note',
    'operations/turn/change-beside.ts': 'an email address that a visitor leaves',
    'operations/turn/commit-turn.ts': 'the turn',
    'operations/turn/cross-handoff.ts': 'the turn',
    'operations/turn/end-run.ts': 'the turn',
    'operations/turn/give-up-turn.ts': 'the turn',
    'operations/turn/run-turn.ts': 'the turn',
    'operations/turn/settle-turn.ts': 'the mark of a settled turn',
    'operations/web-chat/answer-turn.ts': 'a second message',
    'operations/web-chat/poll-conversation.ts': 'a long-poll',
  };

  it('is in the list of writers tried above', () => {
    const writes =
      /\bconversations\.(save|clearOutbox|markSettled|enterPoll)\(|\b(changeAsAgent|commitForAgent|saveOrReload)\(/;
    const files = globSync('src/{operations,cli,lambda,engine}/**/*.ts')
      .filter((file) => writes.test(readFileSync(file, 'utf8')))
      .map((file) => file.replaceAll('\\', '/').slice('src/'.length));
    expect(files.sort()).toEqual(Object.keys(standsFor).sort());
  });
});
