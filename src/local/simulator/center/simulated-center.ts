import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { verifyCenterSignature } from '../../../channels/contactcenter/center-signature.ts';
import { shuffled } from '../../shuffled.ts';
import type { SimulatedAccount } from '../provider.ts';
import type { CenterCall, CenterStatus, Escalate } from './center-calls.ts';
import type { CenterAction, CenterEntry, CenterHandoff, CenterMood, CenterState } from './page/protocol.ts';

/** A contact center whose agent is the user of its page, or a test. @see handoff.md 4 */
export interface SimulatedCenter {
  /** Takes a call of the gateway; null when it is none of the desk's. */
  take(request: CenterRequest): { readonly status: number; readonly body: object } | null;
  /** Every event that was taken, in the order in which they came. */
  readonly taken: readonly TakenEvent[];
  /** Calls that the desk has refused by its mood. */
  readonly refused: number;
  state(): CenterState;
  /** An agent does something; resolves with the gateway's answers. */
  act(handoffId: string, agent: string, action: CenterAction): Promise<readonly CenterStatus[]>;
  /** Makes one call as it stands: for tests that misbehave in ways of their own. */
  send(handoffId: string, body: Readonly<Record<string, unknown>>): Promise<CenterStatus>;
  setMood(change: Partial<CenterMood>): Promise<void>;
  /** Called on every change. */
  listen(onChange: () => void): void;
}

interface CenterParts {
  readonly accounts: () => readonly SimulatedAccount[];
  readonly call: (call: CenterCall) => Promise<CenterStatus>;
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly escalate: Escalate;
  /** How long calls are collected before they are shuffled. */
  readonly gatherMs?: number | undefined;
}

/** Creates a simulated contact center. It is unused until a tenant has one. */
export function createSimulatedCenter(parts: CenterParts): SimulatedCenter {
  const { accounts, nowMs } = parts;
  const taken: TakenEvent[] = [];
  const handoffs = new Map<string, HeardHandoff>();
  const listeners: (() => void)[] = [];
  const notify = () => {
    for (const listener of listeners) listener();
  };
  let refused = 0;
  let mood: CenterMood = { answers: false, fails: false, repeats: false, shuffles: false, gaps: false };
  const shuffle = shuffler(parts);

  const found = (handoffId: string) => {
    const handoff = handoffs.get(handoffId);
    if (!handoff) throw new Error(`the desk knows no handoff ${handoffId}`);
    return handoff;
  };
  const send = (handoff: HeardHandoff, body: Readonly<Record<string, unknown>>) =>
    parts.call({ account: handoff.account, body: { handoffId: handoff.id, ...body } });

  return {
    taken,
    get refused() {
      return refused;
    },
    take(request) {
      const read = readCenterRequest(request, accounts(), nowMs());
      if (!read) return null;
      if ('refusal' in read) return read.refusal;
      if (mood.fails) {
        refused += 1;
        return { status: 500, body: { message: 'The desk is told to fail.' } };
      }
      const { event, account } = read;
      if (taken.some(({ id }) => id === event.id)) return { status: 409, body: { message: 'Done already.' } };
      const handoff = handoffs.get(event.handoffId) ?? newHandoff(event.handoffId, account);
      if (event.type !== 'open' && !handoffs.has(event.handoffId)) return { status: 404, body: {} };
      handoffs.set(event.handoffId, handoff);
      taken.push(event);
      hear(handoff, event);
      notify();
      return { status: 200, body: { externalId: `desk-${event.handoffId}` } };
    },
    state: () => ({
      mood,
      handoffs: [...handoffs.values()].toReversed().map(({ account, position: _, ...shown }) => ({
        ...shown,
        account: account.key,
      })),
    }),
    async act(handoffId, agent, action) {
      const handoff = found(handoffId);
      const isOrdered = action.type !== 'types' && action.type !== 'reads';
      if (isOrdered) handoff.position += mood.gaps ? 2 : 1;
      const id = randomUUID();
      const at = new Date(nowMs()).toISOString();
      const who = { id: agent.toLowerCase(), name: agent };
      const body = { id, agent: who, ...(isOrdered && { position: handoff.position }), ...bodyOf(action) };
      if (action.type === 'says')
        handoff.entries.push({ id, author: 'agent', text: `${agent}: ${action.text}`, at });
      if (action.type === 'ends') handoff.state = 'ended';
      notify();
      const calls = Array.from({ length: mood.repeats ? 3 : 1 }, () => () => send(handoff, body));
      return Promise.all(calls.map((make) => (mood.shuffles ? shuffle(make) : make())));
    },
    send: (handoffId, body) => send(found(handoffId), body),
    async setMood(change) {
      if (change.answers !== undefined) await parts.escalate(change.answers);
      mood = { ...mood, ...change };
      notify();
    },
    listen: (onChange) => void listeners.push(onChange),
  };
}

/** A handoff as the desk keeps it. */
interface HeardHandoff extends Omit<CenterHandoff, 'account' | 'state' | 'typing' | 'entries'> {
  readonly account: SimulatedAccount;
  reason: string;
  queue: string;
  channel: string;
  visitor: string;
  state: CenterHandoff['state'];
  typing: boolean;
  entries: CenterEntry[];
  /** The position of the last message of its agents. */
  position: number;
}

/** One that nothing is known of yet. */
function newHandoff(id: string, account: SimulatedAccount): HeardHandoff {
  return {
    ...{ id, account, state: 'open', typing: false, entries: [], position: 0 },
    ...{ reason: '', queue: '', channel: '', visitor: '' },
  };
}

/** Applies an event. */
function hear(handoff: HeardHandoff, event: TakenEvent): void {
  // Typing events and updates of earlier messages don't mean that the visitor stopped typing.
  if (event.type !== 'receipt') handoff.typing = event.type === 'typing';
  const note = (text: string) => handoff.entries.push({ id: event.id, author: 'note', text, at: event.at });
  switch (event.type) {
    case 'open': {
      const { reason = '', queue = '', channel = '', user, transcript = [] } = event;
      Object.assign(handoff, { reason, queue, channel, state: 'open' });
      handoff.visitor = user?.firstName ?? user?.id ?? '';
      handoff.entries = transcript.map(({ id, author, text, at }) => ({ id, author, text, at }));
      return;
    }
    case 'message':
      handoff.entries.push({
        id: event.id,
        author: event.author ?? 'user',
        text: event.text ?? '',
        at: event.at,
      });
      return;
    case 'receipt':
      handoff.entries = handoff.entries.map((entry) =>
        entry.id === event.refId && event.state
          ? { ...entry, receipt: event.state, ...(event.reason && { reason: event.reason }) }
          : entry,
      );
      return;
    case 'end':
      handoff.state = 'ended';
      note(`Ended: ${event.outcome ?? ''}${event.by ? `, by ${event.by}` : ''}`);
      return;
    case 'rejected':
      note(`Not taken: ${event.code ?? ''}`);
  }
}

/** A call as it came in. */
interface CenterRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: Buffer;
}

const entry = z.object({
  id: z.string(),
  seq: z.int(),
  author: z.enum(['user', 'bot', 'agent']),
  text: z.string(),
  at: z.string(),
});

const centerEvent = z.looseObject({
  id: z.string(),
  position: z.optional(z.int()),
  type: z.enum(['open', 'message', 'typing', 'receipt', 'end', 'rejected']),
  at: z.string(),
  author: z.optional(z.enum(['user', 'bot'])),
  text: z.optional(z.string()),
  reason: z.optional(z.string()),
  queue: z.optional(z.string()),
  channel: z.optional(z.string()),
  user: z.optional(z.object({ id: z.string(), firstName: z.optional(z.string()) })),
  transcript: z.optional(z.array(entry)),
  outcome: z.optional(z.string()),
  by: z.optional(z.nullable(z.string())),
  code: z.optional(z.string()),
  refId: z.optional(z.string()),
  state: z.optional(z.enum(['sent', 'delivered', 'read', 'failed'])),
});

/** An event of the gateway's that the desk has taken. */
type TakenEvent = z.infer<typeof centerEvent> & { readonly handoffId: string };

type Read =
  | { readonly event: TakenEvent; readonly account: SimulatedAccount }
  | { readonly refusal: { readonly status: number; readonly body: object } };

const path = /^\/contact-center\/handoffs\/([^/]+)\/events$/;
const refusal = (status: number, message: string): Read => ({ refusal: { status, body: { message } } });

/** An event and whose it is, or why it is refused; null for any other path. @see handoff.md 4.1 */
function readCenterRequest(
  { path: asked, headers, rawBody }: CenterRequest,
  accounts: readonly SimulatedAccount[],
  nowMs: number,
): Read | null {
  const handoffId = path.exec(asked)?.[1];
  if (handoffId === undefined) return null;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const account = accounts.find(
    (one) => one.channel === 'contactcenter' && one.secret('sending_token') === token,
  );
  if (!token || !account) return refusal(401, 'Invalid login credentials.');
  try {
    const secret = account.secret('signing_secret') || token;
    verifyCenterSignature(rawBody, Object.fromEntries(Object.entries(headers).map(first)), [secret], nowMs);
  } catch {
    return refusal(401, 'The signature does not fit.');
  }
  const parsed = centerEvent.safeParse(JSON.parse(rawBody.toString()));
  if (!parsed.success) return refusal(400, 'The event could not be understood.');
  if (headers['idempotency-key'] !== parsed.data.id) return refusal(400, 'The key is not the id.');
  return { event: { ...parsed.data, handoffId: decodeURIComponent(handoffId) }, account };
}

const first = ([name, value]: [string, string | string[] | undefined]) => [
  name,
  Array.isArray(value) ? value[0] : value,
];

function bodyOf(action: CenterAction): object {
  switch (action.type) {
    case 'says':
      return { type: 'Text', text: action.text };
    case 'accepts':
      return { type: 'Event', events: [{ eventType: 'Accepted' }] };
    case 'reads':
      return { type: 'Receipt', status: 'Read' };
    case 'types':
      return { type: 'Event', events: [{ eventType: 'Typing', on: true }] };
    case 'ends':
      // biome-ignore lint/suspicious/noThenProperty: its name on the wire.
      return { type: 'Event', events: [{ eventType: 'Ended', then: action.how }] };
  }
}

/** Gathers calls for a moment and makes them in an order of its own. */
function shuffler({ random, gatherMs = 2_000 }: CenterParts) {
  let gathered: (() => void)[] = [];
  return <T>(make: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0)
        setTimeout(() => {
          const order = shuffled(gathered, random);
          gathered = [];
          for (const go of order) go();
        }, gatherMs);
      gathered.push(() => void make().then(resolve, reject));
    });
}
