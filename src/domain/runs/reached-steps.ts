import type { RunFlow } from '../../contract/runs.ts';

/** A flow's version, as far as its steps have names. */
export interface NamedSteps {
  readonly id: string;
  readonly version: number;
  readonly steps: Readonly<Record<string, unknown>>;
}

/** Flows that one run keeps: its own, and those that it calls. */
const keptFlows = 5;

const namesOf = ({ steps }: NamedSteps) => Object.keys(steps).sort();

/** The steps of a flow that a turn has begun. */
export function reachedIn(flow: NamedSteps, stepIds: ReadonlySet<string>): RunFlow {
  const names = namesOf(flow);
  const bits = Buffer.alloc(Math.ceil(names.length / 8));
  for (const [n, name] of names.entries())
    if (stepIds.has(name)) bits.writeUInt8(bits.readUInt8(n >> 3) | (1 << (n & 7)), n >> 3);
  return { id: flow.id, version: flow.version, steps: trimmed(bits) };
}

/** The names of the steps that were reached. */
export function namesOfReached(flow: NamedSteps, { steps }: Pick<RunFlow, 'steps'>): readonly string[] {
  const bits = Buffer.from(steps, 'base64url');
  return namesOf(flow).filter((_, n) => ((bits[n >> 3] ?? 0) & (1 << (n & 7))) !== 0);
}

/** What was reached before, with what is reached now; in the order in which the flows were entered. */
export function withReached(before: readonly RunFlow[], now: readonly RunFlow[]): readonly RunFlow[] {
  const all = new Map(before.map((flow) => [keyOf(flow), flow]));
  for (const flow of now) {
    const known = all.get(keyOf(flow));
    if (known || all.size < keptFlows)
      all.set(keyOf(flow), known ? { ...flow, steps: either(known.steps, flow.steps) } : flow);
  }
  return [...all.values()];
}

const keyOf = ({ id, version }: RunFlow) => `${id}@${version}`;

function either(one: string, other: string): string {
  const [a, b] = [Buffer.from(one, 'base64url'), Buffer.from(other, 'base64url')];
  const length = Math.max(a.length, b.length);
  return trimmed(Buffer.from(Array.from({ length }, (_, n) => (a[n] ?? 0) | (b[n] ?? 0))));
}

/** Without what says nothing at its end. */
function trimmed(bits: Buffer): string {
  let length = bits.length;
  while (length > 0 && bits[length - 1] === 0) length -= 1;
  return bits.subarray(0, length).toString('base64url');
}
