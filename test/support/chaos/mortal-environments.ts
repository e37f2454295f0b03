import type { FunctionName } from '../../../src/contract/function-settings.ts';
import {
  type Environments,
  environments,
  type FunctionFiles,
  type VirtualClock,
} from '../../../src/local/lambda/environments.ts';
import type { StartFunctions } from '../../../src/local/lambda/functions.ts';
import type { FaultProxy } from '../fault-proxy.ts';

/** Environments of each function. */
const places = 3;
const killedShare = 1 / 50;
/** A killed invocation dies at one of its first calls; a plain turn makes seven. */
const deadliestCall = 8;

interface Place {
  readonly caller: string;
  readonly environments: Environments;
}

export interface MortalEnvironments {
  readonly functions: StartFunctions;
  /** To be asked at each call: ends the caller's environment if this is the call that it dies at. */
  dies(caller: string): Promise<boolean>;
  readonly counts: { invocations: number; kills: number };
  /** Nobody is chosen to die any more. */
  spare(): void;
  /** Events that are worked on or wait for an environment. */
  busy(): number;
  /** What answers have left running. */
  left(): readonly string[];
}

/** Three environments a function, of which one is killed at a random call in each fiftieth invocation or so. */
export function mortalEnvironments(
  files: FunctionFiles,
  proxy: FaultProxy,
  { clock, random }: { readonly clock: VirtualClock; readonly random: () => number },
): MortalEnvironments {
  const free = new Map<FunctionName, Place[]>();
  const waiting = new Map<FunctionName, ((place: Place) => void)[]>();
  const all = new Map<string, Place>();
  const doomed = new Map<string, number>();
  const counts = { invocations: 0, kills: 0 };
  let share = killedShare;
  let busy = 0;
  let owed = 0;

  const functions: StartFunctions = (env, report) => {
    const proxied = proxy.inFrontOf(env);
    const start = (name: FunctionName) =>
      Array.from({ length: places }, (_, n) => {
        const caller = `${name}-${n}`;
        // The bucket checks whose key it is; nobody else does.
        const key = name === 'files' ? {} : { AWS_ACCESS_KEY_ID: caller };
        const started = environments({ files, clock })({ ...proxied, ...key }, report);
        const place = { caller, environments: started };
        all.set(caller, place);
        return place;
      });
    const take = (name: FunctionName): Place | Promise<Place> => {
      const ofName = free.get(name) ?? start(name);
      free.set(name, ofName);
      const place = ofName.shift();
      if (place) return place;
      return new Promise((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve]));
    };
    const giveBack = (name: FunctionName, place: Place) => {
      const next = waiting.get(name)?.shift();
      if (next) next(place);
      else free.get(name)?.push(place);
    };
    return {
      async invoke(name, event) {
        busy += 1;
        const place = await take(name);
        counts.invocations += 1;
        if (random() < share) owed += 1;
        if (owed > 0) {
          owed -= 1;
          doomed.set(place.caller, 1 + Math.floor(random() * deadliestCall));
        }
        try {
          return await place.environments.invoke(name, event);
        } finally {
          // It made fewer calls: the next one dies in its place.
          if (doomed.delete(place.caller)) owed += 1;
          giveBack(name, place);
          busy -= 1;
        }
      },
      async stop() {
        await Promise.all([...all.values()].map((place) => place.environments.stop()));
      },
    };
  };

  return {
    functions,
    counts,
    async dies(caller) {
      const left = doomed.get(caller);
      if (left === undefined) return false;
      doomed.set(caller, left - 1);
      if (left > 1) return false;
      doomed.delete(caller);
      counts.kills += 1;
      await all.get(caller)?.environments.terminate();
      return true;
    },
    spare() {
      share = 0;
      owed = 0;
      doomed.clear();
    },
    busy: () => busy,
    left: () => [...all.values()].flatMap((place) => place.environments.left),
  };
}
