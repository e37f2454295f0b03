import { randomUUID } from 'node:crypto';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import type { TriageBody } from '../../src/contract/admin/labels.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { HandoffOwner } from '../../src/domain/handoff.ts';
import { handoffOf, handoffTag } from '../../src/domain/handoff.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { composeGateway } from '../../src/lambda/compose.ts';
import { type Assignee, assignHandoff } from '../../src/operations/handoff/assign-handoff.ts';
import { closeHandoff, type Parting } from '../../src/operations/handoff/close-handoff.ts';
import { replyToVisitor } from '../../src/operations/handoff/reply-to-visitor.ts';
import { returnHandoff, type WayBack } from '../../src/operations/handoff/return-handoff.ts';
import { takeHandoff } from '../../src/operations/handoff/take-handoff.ts';
import { triageConversation } from '../../src/operations/handoff/triage-conversation.ts';
import type { AgentRequest } from '../../src/operations/turn/change-as-agent.ts';
import { poll, readTranscript, say } from './conversation.ts';
import { createHandler } from './create-handler.ts';
import type { OneByOne } from './one-by-one.ts';
import { startTestStack, type TestStack, type TestStackOptions } from './start-stack.ts';
import { unpaced } from './unpaced.ts';
import { type Fault, watchCalls } from './watched-calls.ts';

/** Hands over at once; asks for an e-mail address behind the human; `out` is a word that leaves them, to a step that raises. */
const deskFlow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'ask',
  variables: { said: '', email: '' },
  triggers: [
    { words: ['bot please'], next: 'back', duringHandoff: true },
    { words: ['break'], next: 'fragile', duringHandoff: true },
  ],
  steps: {
    ask: { kind: 'question', text: 'How can I help?', saveAs: 'said', next: 'route' },
    route: {
      kind: 'branch',
      branches: [
        { when: 'said == "slow"', next: 'slow' },
        { when: 'said == "plain"', next: 'plain' },
        { when: 'said == "shop"', next: 'shop' },
      ],
      otherwise: 'human',
    },
    slow: { kind: 'http', method: 'GET', url: 'https://slow.example/', next: 'found', onError: 'found' },
    found: { kind: 'message', text: 'Found it.', next: 'ask' },
    human: {
      kind: 'handoff',
      reason: 'About {{ said }}',
      queue: 'billing',
      text: 'One moment, a colleague takes over.',
      next: 'email',
      timeoutMinutes: 120,
      onTimeout: 'nobody',
      afterClose: 'survey',
      share: ['said'],
    },
    plain: { kind: 'handoff', reason: 'plain' },
    // Open on no day of the week.
    shop: { kind: 'handoff', reason: 'shop', hours: {}, onClosed: 'shut' },
    shut: { kind: 'message', text: 'We are closed. Monday to Friday, nine to five.', next: 'ask' },
    email: { kind: 'question', text: 'Your e-mail?', saveAs: 'email', next: 'thanks' },
    thanks: { kind: 'end', text: 'Noted {{ email }}.' },
    nobody: { kind: 'question', text: 'Nobody is there. Your e-mail?', saveAs: 'email', next: 'thanks' },
    survey: { kind: 'question', text: 'Were we of help?', saveAs: 'said', next: 'done' },
    done: { kind: 'end', text: 'Thank you.' },
    back: { kind: 'message', text: 'The bot is back.', next: 'ask' },
    fragile: { kind: 'set', assign: { never: 'int(said)' }, next: 'ask' },
  },
});

const deskTenant = (folder: TenantFolder): TenantFolder => ({
  ...unpaced(folder),
  tenant: { ...folder.tenant, limit_per_minute: 100_000, queues: ['billing', 'sales'] },
  widgets: folder.widgets.map((widget) => ({
    ...widget,
    idle_minutes: 60,
    session_limit_per_minute: 300,
  })),
  flows: folder.flows.map((other) => (other.id === 'support' ? deskFlow : other)),
});

const people = (name: string): HandoffOwner => ({ kind: 'user', id: name.toLowerCase(), name });
export const maria = people('Maria');
export const ben = people('Ben');

type Stack = TestStack;

/** A stack whose clock is moved by hand, and desks of humans who answer in it. */
export async function startDesk({
  clock = { aheadMs: 0 },
  changeFolder = (folder) => folder,
  order,
  ...options
}: TestStackOptions & {
  /** One that others go by, too. */
  readonly clock?: { aheadMs: number };
  /** Of the tenants as they are otherwise. */
  readonly changeFolder?: (folder: TenantFolder) => TenantFolder;
  /** Decides the order of calls. */
  readonly order?: OneByOne;
} = {}) {
  const nowMs = () => Date.now() + clock.aheadMs;
  const watched = watchCalls();
  const clientsOf = (env: Parameters<typeof createAwsClients>[0], { requestHandler }: typeof watched) =>
    createAwsClients(env, order ? order.behind(requestHandler) : requestHandler);
  const stack: Stack = await startTestStack({
    background: false,
    queues: { nowMs },
    changeTenant: (folder) => changeFolder(deskTenant(folder)),
    createHandler: (env) =>
      createHandler(env, {
        nowMs,
        clients: clientsOf(env, watched),
      }),
    report: () => undefined,
    ...options,
  });
  const deskCalls = watchCalls();
  const gateway = () => composeGateway(stack.env, { nowMs, clients: clientsOf(stack.env, deskCalls) });
  const records = new DirectoryRecordsTable(
    createAwsClients(stack.env).dynamodb,
    String(stack.env.TABLE_PREFIX),
  );
  const ports = { ...gateway(), records };
  const find = async (conversationId: string) => {
    const stored = await ports.conversations.find('acme', conversationId);
    if (!stored) throw new Error('there is no such conversation');
    return stored;
  };
  const tag = async (conversationId: string) => {
    const stored = await find(conversationId);
    const live = handoffOf(stored) ?? stored.lastHandoff;
    return live ? handoffTag(live, stored.epoch) : undefined;
  };

  /** What somebody does; it is done once for each `key`, on the tag that they have last read unless another is named. */
  const as = (owner: HandoffOwner, isAdmin = false) => {
    const asked = async (
      conversationId: string,
      { key = randomUUID(), ifMatch }: { readonly key?: string; readonly ifMatch?: string | undefined } = {},
    ): Promise<AgentRequest> => ({
      tenantId: 'acme',
      conversationId,
      caller: { owner, isAdmin },
      ifMatch: ifMatch ?? (await tag(conversationId)),
      turnId: `desk-${key}`,
      correlationId: `desk-${key}`,
    });
    type How = Parameters<typeof asked>[1];
    return {
      take: async (id: string, how?: How & { readonly takeOver?: boolean }) =>
        takeHandoff(ports, { ...(await asked(id, how)), ...(how?.takeOver && { takeOver: true }) }),
      reply: async (id: string, text: string, how?: How) =>
        replyToVisitor(ports, { ...(await asked(id, how)), reply: { text } }),
      assign: async (id: string, to: Assignee, how?: How) =>
        assignHandoff(ports, { ...(await asked(id, how)), to }),
      giveBack: async (id: string, way: WayBack = {}, how?: How) =>
        returnHandoff(ports, { ...(await asked(id, how)), way }),
      close: async (id: string, parting: Parting = {}, how?: How) =>
        closeHandoff(ports, { ...(await asked(id, how)), parting }),
      triage: async (id: string, change: TriageBody, how?: How) =>
        triageConversation(ports, { ...(await asked(id, how)), change }),
    };
  };

  return {
    stack,
    ports,
    clock,
    nowMs,
    watched,
    deskCalls,
    find,
    tag,
    as,
    /** Breaks calls of the functions, or of the desks. */
    fault: (breakCall: (call: Parameters<typeof watched.breakCall>[0]) => Fault | undefined) => {
      watched.breakCall = breakCall;
      deskCalls.breakCall = breakCall;
    },
    /** Lets time go by, and the schedule and the queues do what is due by then. */
    async pass(minutes: number) {
      clock.aheadMs += minutes * 60_000;
      await stack.tick();
      await stack.drain();
    },
    /** A visitor of the web chat, handed over unless they say otherwise. */
    async begin(words: readonly string[] = ['hello', 'my order']) {
      const session = randomUUID();
      let conversationId = '';
      for (const word of words)
        conversationId = (await (await say(stack, session, word)).json()).conversationId;
      return {
        session,
        conversationId,
        says: async (text: string) => (await say(stack, session, text)).json(),
        poll: (query: Record<string, string> = {}) =>
          poll(stack, session, conversationId, { wait: '0', ...query }),
        log: () => readTranscript(stack, session, conversationId),
        texts: async () =>
          (await readTranscript(stack, session, conversationId)).map(
            ({ author, text }) => `${{ user: '>', bot: '<', agent: '=' }[author]} ${text}`,
          ),
        /** What was told of it, by short names. */
        events: () =>
          stack.bus.events
            .filter(({ detail }) => detail.conversationId === conversationId)
            .map((event) => ({
              type: event['detail-type'].replace(/^(Conversation|Channel)\./, ''),
              // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
              detail: event.detail as any,
            })),
      };
    },
  };
}
export type Desk = Awaited<ReturnType<typeof startDesk>>;
