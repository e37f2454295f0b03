import type { FlowDefinition } from '../contract/flow.ts';
import { connectionsFrom } from './steps/kinds.ts';

/** Which parts of a flow its tests reach. */
export interface Coverage {
  readonly walked: number;
  readonly all: number;
  /** Paths of the connections that none of them takes. */
  readonly left: readonly string[];
}

/** Returns how many of a flow's connections have been taken. */
export function coverageOf(flow: FlowDefinition, walked: Iterable<string>): Coverage {
  const taken = new Set(walked);
  const all = Object.entries(flow.steps).flatMap(([id, step]) =>
    connectionsFrom(id, step).map(({ path }) => path),
  );
  const left = all.filter((path) => !taken.has(path));
  return { walked: all.length - left.length, all: all.length, left };
}
