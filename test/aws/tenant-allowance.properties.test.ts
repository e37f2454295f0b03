import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { TemporarilyUnavailableError } from '../../src/domain/errors.ts';
import type { Fault, ProxiedCall } from '../support/fault-proxy.ts';
import { startAllowances } from '../support/start-allowances.ts';

let allowances: Awaited<ReturnType<typeof startAllowances>>;
beforeAll(async () => {
  allowances = await startAllowances();
});
afterAll(() => allowances.stop());

const environments = 4;
const environment = fc.nat(environments - 1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('take'), environment, count: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('give back'),
      environment,
      count: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('set the clock'),
      environment,
      count: fc.integer({ min: -1000, max: 1000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('wait'),
      environment,
      count: fc.integer({ min: 1, max: 9_000 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What becomes of a call: mostly nothing, else it is not done, or done and not heard of. */
const fault = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom('reset' as const, 'done-but-reset' as const) },
);
/** A refusal is remembered for a second, and a clock set back by two. */
const staleMs = 3_000;

/** Messages of one tenant over environments whose clocks differ, counted by the minute that their environment took them for. */
class Minutes {
  readonly #tenantId = allowances.freshTenant();
  readonly #limit: number;
  readonly #faults: Iterator<Fault | undefined>;
  #nowMs = 1_800_000_000_000;
  readonly #offsets = Array.from({ length: environments }, () => 0);
  readonly #tables: readonly TenantAllowanceTable[];
  /** Messages of a minute, by environment. */
  readonly #admitted = new Map<number, number[]>();
  /** How many a minute had lately. */
  #lately: { readonly atMs: number; readonly number: number; readonly admitted: number }[] = [];
  /** Tokens of a minute's item that nobody has: who drew them was told nothing, or they were not got back to it. */
  readonly #stranded = new Map<string, number>();

  constructor(limit: number, faults: Iterator<Fault | undefined>, offsets: readonly number[]) {
    this.#limit = limit;
    this.#faults = faults;
    this.#offsets = [...offsets];
    this.#tables = offsets.map((_, n) => allowances.environment(() => this.#clockOf(n)));
    allowances.proxy.decide = (call) => this.#decide(call);
  }

  async perform({ does, environment: n, count }: Step): Promise<void> {
    if (does === 'wait') this.#nowMs += count;
    else if (does === 'set the clock') this.#offsets[n] = count;
    else if (does === 'take') await this.#take(n, count);
    else await this.#giveBack(n, count);
  }

  async #take(n: number, count: number): Promise<void> {
    const taking = Array.from({ length: count }, () => this.#tables[n]?.take(this.#tenantId, this.#limit));
    const taken = await Promise.allSettled(taking);
    const { number, endMs } = allowances.windowAt(this.#tenantId, this.#clockOf(n));
    const of = this.#of(number);
    of[n] = (of[n] ?? 0) + taken.filter((one) => one.status === 'fulfilled' && one.value?.ok).length;
    const admitted = of.reduce((sum, one) => sum + one, 0);
    expect(admitted).toBeLessThanOrEqual(this.#limit);
    this.#lately = this.#lately.filter(({ atMs }) => atMs >= this.#nowMs - staleMs);
    this.#lately.push({ atMs: this.#nowMs, number, admitted });
    for (const one of taken)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(TemporarilyUnavailableError);
      else if (one.value && !one.value.ok) {
        expect(one.value.retryAtMs).toBe(endMs);
        const most = Math.max(
          ...this.#lately.filter((then) => then.number === number).map((then) => then.admitted),
        );
        const lost = this.#stranded.get(`${this.#tenantId}#tenant#${number}`) ?? 0;
        expect(most + lost).toBeGreaterThanOrEqual(0.95 * this.#limit);
      }
  }

  async #giveBack(n: number, count: number): Promise<void> {
    const of = this.#of(allowances.windowAt(this.#tenantId, this.#clockOf(n)).number);
    const back = Math.min(count, of[n] ?? 0);
    of[n] = (of[n] ?? 0) - back;
    const giving = Array.from({ length: back }, () => this.#tables[n]?.giveBack(this.#tenantId));
    for (const one of await Promise.allSettled(giving))
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(TemporarilyUnavailableError);
  }

  #decide({ operation, input }: ProxiedCall): Fault | undefined {
    if (operation !== 'UpdateItem') return undefined;
    const happens = this.#faults.next().value;
    const { Key, ExpressionAttributeValues: values } = Object(input);
    const back = -Number(values[':back']?.N ?? 0);
    const strands =
      happens === 'reset' ? back : happens === 'done-but-reset' && !back ? Number(values[':tokens'].N) : 0;
    this.#stranded.set(Key.pk.S, (this.#stranded.get(Key.pk.S) ?? 0) + strands);
    return happens;
  }

  #of(number: number): number[] {
    const known = this.#admitted.get(number) ?? this.#tables.map(() => 0);
    this.#admitted.set(number, known);
    return known;
  }

  readonly #clockOf = (n: number) => this.#nowMs + (this.#offsets[n] ?? 0);
}

it('a tenant’s minute never exceeds its limit, and nothing is refused below 95 % of it, whatever is lost and whichever clock is off', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }),
      fc.constantFrom(1, 9, 60, 240, 600),
      fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: environments, maxLength: environments }),
      fc.infiniteStream(fault),
      async (steps, limit, offsets, faults) => {
        const minutes = new Minutes(limit, faults, offsets);
        for (const one of steps) await minutes.perform(one);
      },
    ),
    { numRuns: 10 },
  );
});
