import type { FlowState } from '../../src/engine/interfaces.ts';
import type * as Engine from '../../src/engine/process-inbound.ts';
import type * as Turns from '../../test/support/turn-of.ts';
import type { Checkout } from '../checkout.ts';
import { interleave, type Work } from '../interleave.ts';
import type { Row } from '../row.ts';

/** Asks a size, says it back, and asks again: each turn answers the question and takes one step more. */
const flow = {
  id: 'sizes',
  version: 1,
  start: 'size',
  steps: {
    size: { kind: 'question', text: 'Which size?', saveAs: 'size', next: 'said' },
    said: { kind: 'message', text: 'Size {{ size }} it is.', next: 'size' },
  },
} as const;

/** The same by hand: what a reducer that knows this one flow would do. */
function handReducer(): Work {
  let state: {
    readonly step: string;
    readonly variables: Readonly<Record<string, string>>;
    readonly version: number;
  } = {
    ...{ step: 'size', variables: {}, version: 0 },
  };
  return (times) => {
    for (let n = 0; n < times; n += 1) {
      const size = `${n % 40}`;
      const variables = { ...state.variables, size };
      const effects = [
        {
          id: `reply-${n}`,
          text: `Size ${size} it is.`,
          timestamp: new Date(1_760_000_000_000 + n).toISOString(),
        },
        { id: `reply-${n}b`, text: 'Which size?', timestamp: new Date(1_760_000_000_000 + n).toISOString() },
      ];
      state = { step: 'size', variables, version: state.version + effects.length };
    }
  };
}

async function engineOf({ load }: Checkout): Promise<Work> {
  const { processInbound } = await load<typeof Engine>('src/engine/process-inbound.ts');
  const { messageOf, turnOf } = await load<typeof Turns>('test/support/turn-of.ts');
  let state: FlowState | null = null;
  const definition = flow as unknown as Parameters<typeof turnOf>[0];
  const { deps } = turnOf(definition);
  const kept = {
    ...deps,
    state: {
      // An earlier commit asks for it.
      load: () => state,
      get before() {
        return state;
      },
      passed: { push: () => 0 },
      save: async () => undefined,
    },
  };
  return async (times) => {
    for (let n = 0; n < times; n += 1) {
      // What a turn may compute is counted by these: each has its own.
      const result = await processInbound(messageOf(`${n % 40}`, { messageId: `message-${n}` }), { ...kept });
      if (result.outcome !== 'ended') throw new Error('the turn was suspended');
      ({ state } = result);
    }
  };
}

/** A turn of two steps by the engine. @param peers those of the field, by name */
export async function engineRow(
  now: Checkout,
  before: Checkout | null,
  peers: Readonly<Record<string, Work>>,
): Promise<Row> {
  const found = await interleave({
    floor: handReducer(),
    ours: await engineOf(now),
    ...(before && { before: await engineOf(before) }),
    ...peers,
  });
  const { floor, ours = Number.NaN, before: was, ...others } = found;
  return {
    name: 'engine, a turn of two steps',
    unit: 'µs',
    kind: 'measured',
    ...(floor !== undefined && { floor, floorIs: 'a reducer written by hand for this one flow' }),
    ours,
    ...(was !== undefined && { before: was }),
    budget: { most: 5, of: 'unit' },
    peers: others,
  };
}
