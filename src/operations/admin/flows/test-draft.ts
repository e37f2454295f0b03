import type { DraftTest, DraftTestResult } from '../../../contract/admin/drafts.ts';
import type { Tenant } from '../../../contract/directory.ts';
import type { FlowDefinition } from '../../../contract/flow.ts';
import { queueHoursOf } from '../../../contract/queues.ts';
import { allows } from '../../../contract/roles.ts';
import { invalidBody } from '../../../domain/errors.ts';
import { newMessageId } from '../../../domain/message-ids.ts';
import { draftNotValid, notAllowed } from '../../../domain/problems.ts';
import { FlowEngineError } from '../../../engine/errors.ts';
import type { FlowSecret, FlowState, TurnDeps } from '../../../engine/interfaces.ts';
import { processInbound } from '../../../engine/process-inbound.ts';
import { scriptedOutside } from '../../../engine/scripted-outside.ts';
import { replyIdsAfter } from '../../../engine/step-context.ts';
import type { HttpClientRequest } from '../../../ports/http-client.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audit.ts';
import { checkDraft, findCalled } from './check-draft.ts';
import { draftContentOf, findDefinition, liveOf, loadFlow, loadKnownFlow } from './flow-records.ts';

/** The function's own time is ten seconds. */
const turnMs = 8_000;

/**
 * Runs one turn of a saved draft. Outside answers are played; real calls are for those who may publish.
 * @throws `flow_not_found`, `not_valid`, `not_allowed`
 * @throws `invalid_body` for a state that the engine has not made
 * @see console.md D3
 */
export async function testDraft(
  admin: Admin,
  caller: AdminCaller,
  { flowId, test }: { readonly flowId: string; readonly test: DraftTest },
): Promise<Answer<DraftTestResult>> {
  const { tenantId, role } = caller;
  if (test.real && !allows([role], 'flows:publish')) throw notAllowed(role, 'admin');
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  const content = await draftContentOf(admin, tenantId, stored);
  const { validation, flow } = await checkDraft(admin, tenantId, {
    flowId,
    content: { ...content, conversations: [] },
  });
  if (!flow) throw draftNotValid(validation);
  const run = () => runTest(admin, caller, flow, test);
  if (!test.real) return { body: await run() };
  const change = { action: 'flow.test-for-real', resource: { kind: 'flow', id: flowId } };
  return { body: await audited(admin, caller, change, run) };
}

async function runTest(
  admin: Admin,
  { tenantId, correlationId }: AdminCaller,
  flow: FlowDefinition,
  test: DraftTest,
): Promise<DraftTestResult> {
  const tenant = await admin.directory.findTenant(tenantId);
  const outside = await testOutside(admin, tenant, test);
  const others = await findCalled(admin, tenantId, flow);
  const nowMs = test.clock === undefined ? admin.nowMs() : Date.parse(test.clock);
  const messageId = newMessageId(() => nowMs, admin.random);
  const startedAtMs = admin.nowMs();
  const ways: string[] = [];
  const { text, attachments = [], user = {}, metadata = {} } = test.message;
  const receivedAt = new Date(nowMs).toISOString();
  const message = {
    ...{
      tenantId,
      channel: 'webchat' as const,
      conversationId: 'test',
      messageId,
      correlationId,
      receivedAt,
    },
    ...{ attachments, metadata, user: { id: 'tester', ...user } },
    ...(text !== undefined && text !== '' && { text }),
  };
  const deps: TurnDeps = {
    http: outside.http,
    llm: outside.llm,
    secrets: outside.secrets,
    flows: {
      find: async (id, version) => {
        if (id === flow.id) return flow;
        const called =
          others.find((other) => other.id === id) ?? (await findOther(admin, tenantId, id, version));
        return called;
      },
    },
    state: { before: stateOf(flow, test, messageId), passed: [], save: async () => {} },
    flowId: flow.id,
    clock: { nowMs: () => nowMs + (admin.nowMs() - startedAtMs) },
    ...(tenant?.time_zone !== undefined && { timeZone: tenant.time_zone }),
    ...(tenant?.handoff && { hours: queueHoursOf(tenant) }),
    ...(tenant?.country !== undefined && { country: tenant.country }),
    ids: replyIdsAfter(messageId),
    deadlineMs: nowMs + turnMs,
    handOverBackground: false,
    idempotencySeed: messageId,
    tookWay: (id, path) => {
      if (id === flow.id) ways.push(path);
    },
  };
  const outcome = await runTurn(deps, message, test);
  return outside.withoutSecrets({ ...outcome, ways, calls: outside.calls });
}

type Call = DraftTestResult['calls'][number];

/** The external responses of a tested turn, and the calls that it made. */
interface TestOutside extends Pick<TurnDeps, 'http' | 'llm'> {
  readonly secrets: NonNullable<TurnDeps['secrets']>;
  readonly calls: Call[];
  /** The same without any secret that was sent, wherever a service has put it. */
  withoutSecrets<T>(shown: T): T;
}

const mask = '••••';

/** Answers as they are played, or the services themselves with the tenant's secrets. */
async function testOutside(
  { http, secrets }: Pick<Admin, 'http' | 'secrets'>,
  tenant: Tenant | null,
  test: DraftTest,
): Promise<TestOutside> {
  const played = scriptedOutside(test.http ?? [], test.llm ?? []);
  const known = test.real && tenant ? await secrets.read(tenant.id) : {};
  const sent = new Set<string>();
  const calls: Call[] = [];
  const note = (request: HttpClientRequest) => {
    const { method, url, headers, body = null } = request;
    return { method, url, headers, body, status: null, answer: null };
  };
  return {
    calls,
    llm: played.llm,
    http: {
      async send(request) {
        const n = calls.push(note(request)) - 1;
        const response = await (test.real ? http : played.http).send(request);
        calls[n] = { ...note(request), status: response.status, answer: response.body };
        return response;
      },
    },
    secrets: {
      async read(name): Promise<FlowSecret | null> {
        const hosts = tenant?.flow_secrets?.[name]?.hosts;
        if (!hosts) return null;
        if (!test.real) return { value: `secret ${name}`, hosts };
        const value = known[name];
        if (!value) return null;
        sent.add(value);
        return { value, hosts };
      },
    },
    withoutSecrets: (outcome) => {
      const text = [...sent].reduce(
        (all, secret) => all.replaceAll(JSON.stringify(secret).slice(1, -1), mask),
        JSON.stringify(outcome),
      );
      return JSON.parse(text);
    },
  };
}

type TestOutcome = Pick<DraftTestResult, 'state' | 'replies' | 'effects' | 'raised'>;

async function runTurn(
  deps: TurnDeps,
  message: Parameters<typeof processInbound>[0],
  test: DraftTest,
): Promise<TestOutcome> {
  try {
    const result = await processInbound(message, deps);
    // No deadline and no background steps here.
    if (result.outcome !== 'ended') throw new Error('a tested turn was suspended');
    const replies = result.effects.flatMap((effect) => (effect.kind === 'reply' ? [effect.reply] : []));
    const effects = result.effects.filter(({ kind }) => kind !== 'reply');
    // The engine's results are JSON.
    return { state: result.state as unknown as TestOutcome['state'], replies, effects, raised: null };
  } catch (error) {
    if (error instanceof FlowEngineError) {
      const { code, stepId = null, message: text } = error;
      return { state: null, replies: [], effects: [], raised: { code, stepId, message: text } };
    }
    if (test.state) throw invalidBody('state is none that a turn of this draft has ended with');
    throw error;
  }
}

/** The state before the turn: a response's, at a step, or at the start. */
function stateOf(flow: FlowDefinition, { state, start }: DraftTest, messageId: string): FlowState | null {
  const { id, version } = flow;
  if (!start) return (state as FlowState | null | undefined) ?? null;
  return {
    status: 'active',
    flow: { id, version, stepId: start.stepId },
    variables: { ...flow.variables, ...start.variables } as FlowState['variables'],
    attempts: 0,
    handoff: null,
    history: [],
    progress: { messageId, stepId: start.stepId, effects: [], stepsRun: 0 },
  };
}

/** A conversation that came out of a call may be in a flow that this draft calls no more. */
async function findOther(admin: Admin, tenantId: string, flowId: string, version: number | undefined) {
  const wanted = version ?? liveOf(await loadFlow(admin, tenantId, flowId)).version;
  return wanted === null ? null : findDefinition(admin, tenantId, flowId, wanted);
}
