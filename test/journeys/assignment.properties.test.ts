import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { limits } from '../../src/contract/limits.ts';
import { directoryKeys } from '../../src/domain/directory-keys.ts';
import { GatewayError, TemporarilyUnavailableError } from '../../src/domain/errors.ts';
import { type HandoffOwner, handoffOf } from '../../src/domain/handoff.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { composeGateway } from '../../src/lambda/compose.ts';
import { assignWaiting } from '../../src/operations/handoff/assign-waiting.ts';
import { takeHandoff } from '../../src/operations/handoff/take-handoff.ts';
import { type Desk, startDesk } from '../support/inbox.ts';
import { oneByOne } from '../support/one-by-one.ts';
import { type Fault, watchCalls } from '../support/watched-calls.ts';

const order = oneByOne();
const agents = ['uma', 'vera', 'will'].map((id): HandoffOwner => ({ kind: 'user', id, name: id }));
const limit = 2;
let desk: Desk;

const automatic = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  tenant: {
    ...folder.tenant,
    handoff: {
      queues: {
        billing: {
          assignment: 'automatic',
          members: agents.map(({ id }) => id),
          max_conversations: limit,
        },
      },
    },
  },
});

beforeAll(async () => {
  desk = await startDesk({ order, changeFolder: automatic });
  for (const { id, name } of agents) {
    const attributes = {
      id,
      email: `${id}@acme.example`,
      name,
      role: 'editor',
      status: 'active',
      createdAt: '2025-01-01T00:00:00Z',
    };
    await desk.ports.records.write('acme', { sk: directoryKeys.user(id), attributes }, 'nothing');
  }
  everybody = await Promise.all(Array.from({ length: 7 }, () => desk.begin()));
  admin = desk.as({ kind: 'user', id: 'admin', name: 'Admin' }, true);
  for (const { conversationId } of everybody) await admin.assign(conversationId, { queue: 'sales' });
});
afterAll(() => desk.stack.stop());

type Visitor = Awaited<ReturnType<Desk['begin']>>;
let everybody: readonly Visitor[];
let visitors: readonly Visitor[] = [];
let admin: ReturnType<Desk['as']>;

beforeEach(() => desk.fault(() => undefined));

const here = (ids: readonly string[]) =>
  Promise.all(agents.map(({ id }) => desk.ports.presence.note('acme', id, ids.includes(id))));
const everyone = agents.map(({ id }) => id);

/** Another environment, which may die at a call, or lose the answers of some. */
function environment(faults: Readonly<Record<number, Fault>> = {}, diesAt = Number.POSITIVE_INFINITY) {
  const watched = watchCalls();
  watched.breakCall = ({ index }) => (index >= diesAt ? 'refused' : faults[index]);
  const requestHandler = order.behind(watched.requestHandler);
  const clients = createAwsClients(desk.stack.env, requestHandler);
  return composeGateway(desk.stack.env, {
    ...{ clients, nowMs: desk.nowMs, pause: async () => undefined },
    log: { ...desk.ports.log, error: () => undefined },
  });
}

const assign = (gateway = environment()) => assignWaiting(gateway, { tenantId: 'acme' });

/** What the schedule does a minute later. */
async function sweep(ids: readonly string[]): Promise<void> {
  desk.clock.aheadMs += limits.loadCheckMs;
  await here(ids);
  await assign();
}

/** How many conversations each agent has; `null` waits. */
async function owners(): Promise<readonly (string | null)[]> {
  const stored = await Promise.all(visitors.map(({ conversationId }) => desk.find(conversationId)));
  return stored.flatMap((one) => {
    const live = handoffOf(one);
    return live ? [live.owner?.id ?? null] : [];
  });
}
const countOf = (all: readonly (string | null)[], id: string | null) =>
  all.filter((owner) => owner === id).length;

/** Puts so many conversations into the automatic queue. */
async function begin(count: number): Promise<void> {
  desk.clock.aheadMs += limits.loadCheckMs;
  visitors = everybody.slice(0, count);
  for (const { conversationId } of visitors) await admin.assign(conversationId, { queue: 'billing' });
}

/** No later run counts them, or waits for their jobs. */
async function leave(): Promise<void> {
  for (const { conversationId } of visitors) await admin.assign(conversationId, { queue: 'sales' });
  await here([]);
}

const picks = fc.array(fc.nat(5), { maxLength: 80 });
const fault = fc.constantFrom<Fault>('refused', 'answer-lost');
const broken = fc.record({
  faults: fc.dictionary(fc.nat(40).map(String), fault, { maxKeys: 2 }),
  diesAt: fc.option(fc.nat(40), { nil: undefined }),
});
const runs = { numRuns: 6, seed: 44, endOnFailure: true };

const isExpected = (error: unknown) =>
  error instanceof GatewayError ||
  error instanceof TemporarilyUnavailableError ||
  (error instanceof Error && /InjectedFault|Throttl/.test(error.name));

function expectOnlyFaults(results: readonly PromiseSettledResult<unknown>[]): void {
  for (const result of results)
    if (result.status === 'rejected' && !isExpected(result.reason)) throw result.reason;
}

it('automatic assignment is fair within one and within the limit, whatever is killed or lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.array(broken, { minLength: 2, maxLength: 3 }),
      picks,
      async (count, environments, next) => {
        await begin(count);
        await here(everyone);
        const jobs = environments.map(
          ({ faults, diesAt }) =>
            () =>
              assign(environment(faults, diesAt)),
        );
        expectOnlyFaults(await order.race(jobs, next));
        for (const { id } of agents) expect(countOf(await owners(), id)).toBeLessThanOrEqual(limit);
        await sweep(everyone);
        const counts = agents.map(({ id }) => id);
        const all = await owners();
        const had = counts.map((id) => countOf(all, id));
        expect(Math.max(...had)).toBeLessThanOrEqual(limit);
        expect(Math.max(...had) - Math.min(...had)).toBeLessThanOrEqual(1);
        expect(countOf(all, null)).toBe(Math.max(0, count - limit * agents.length));
        await leave();
      },
    ),
    runs,
  );
}, 60_000);

it('an agent who takes conversations at the same time is never assigned one above the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 }), fc.nat(30), picks, async (count, later, next) => {
      await begin(5);
      await here(['uma']);
      const uma = agents[0] as HandoffOwner;
      const commits: boolean[] = [];
      /** Notes in which order conversations become hers, and whether she has taken them herself. */
      const noting = () => {
        const gateway = environment();
        const save = gateway.conversations.save.bind(gateway.conversations);
        gateway.conversations.save = async (after) => {
          await save(after);
          const live = handoffOf(after);
          if (live?.owner?.id === uma.id) commits.push(live.isAutomatic === true);
        };
        return gateway;
      };
      const takes = await Promise.all(
        visitors.slice(-2).map(async ({ conversationId }) => {
          const ifMatch = await desk.tag(conversationId);
          const caller = { owner: uma, isAdmin: false };
          const turn = { turnId: `take-${conversationId}-${ifMatch}`, correlationId: 'take' };
          return async () => {
            const gateway = noting();
            for (let n = 0; n < later; n += 1) await gateway.presence.isThere('acme', uma.id);
            return takeHandoff(gateway, { tenantId: 'acme', conversationId, caller, ifMatch, ...turn });
          };
        }),
      );
      const jobs = Array.from({ length: count }, () => () => assign(noting()));
      expectOnlyFaults(await order.race([...jobs, ...takes], next));
      for (const [n, isAutomatic] of commits.entries())
        if (isAutomatic) expect(n + 1, commits.join(' ')).toBeLessThanOrEqual(limit);
      expect(commits.length).toBeGreaterThanOrEqual(limit);
      await leave();
    }),
    { ...runs, numRuns: 12 },
  );
}, 60_000);

it('turns stay in order while conversations come and go', async () => {
  const step = fc.record({ kind: fc.constantFrom('comes', 'comes', 'goes'), n: fc.nat(6) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      await begin(0);
      const loads = await desk.ports.loads.findAll('acme', everyone);
      const turns = new Map(loads.map((load) => [load.userId, load.turns.billing ?? 0]));
      const turnOf = (id: string) => turns.get(id) ?? 0;
      const had = new Map<string, string>();
      for (const { kind, n } of steps) {
        const { conversationId } = everybody[n] as Visitor;
        if (kind === 'goes' && had.delete(conversationId))
          await admin.assign(conversationId, { queue: 'sales' });
        if (kind === 'goes' || had.has(conversationId)) continue;
        await admin.assign(conversationId, { queue: 'billing' });
        await sweep(everyone);
        const [next = null] = everyone
          .filter((id) => [...had.values()].filter((owner) => owner === id).length < limit)
          .sort((one, other) => turnOf(one) - turnOf(other) || (one < other ? -1 : 1));
        expect(handoffOf(await desk.find(conversationId))?.owner?.id ?? null).toBe(next);
        if (next === null) await admin.assign(conversationId, { queue: 'sales' });
        else {
          had.set(conversationId, next);
          turns.set(next, 1 + Math.max(...turns.values()));
        }
      }
      visitors = everybody.filter(({ conversationId }) => had.has(conversationId));
      await leave();
    }),
    { ...runs, numRuns: 4 },
  );
}, 60_000);
