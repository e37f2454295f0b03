import { type FunctionName, functionSettings, functionTimeoutMs } from '../../contract/function-settings.ts';
import { LeftRunningError } from './environment-messages.ts';
import { createStartPace, FunctionEnvironments } from './function-environments.ts';
import type { Functions, StartFunctions } from './functions.ts';

/** The bundle of each function. */
export type FunctionFiles = Readonly<Record<FunctionName, string>>;

export interface EnvironmentsOptions {
  readonly files: FunctionFiles;
  /** Concurrent events per function; default: 200. */
  readonly concurrency?: Readonly<Partial<Record<FunctionName, number>>>;
  /** Other times, for tests. */
  readonly timeoutMs?: Readonly<Partial<Record<FunctionName, number>>>;
  /** How long an idle environment is kept; default: five minutes. */
  readonly idleMs?: number;
  readonly clock?: VirtualClock;
  /** Which function logs this process prints; default: all. */
  readonly isShown?: (text: string) => boolean;
}

/** A clock that tests move, also as environments in other threads see it. */
export interface VirtualClock {
  nowMs(): number;
  advance(ms: number): void;
  /** One number, in milliseconds: how far the clock is ahead of the machine's. */
  readonly offsetMs: Float64Array<SharedArrayBuffer>;
}

/** A clock that goes with the machine's until it is moved ahead. */
export function createVirtualClock(): VirtualClock {
  const offsetMs = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const aheadMs = () => offsetMs[0] ?? 0;
  return {
    offsetMs,
    nowMs: () => Date.now() + aheadMs(),
    advance(ms) {
      offsetMs[0] = aheadMs() + ms;
    },
  };
}

/** The functions' environments, as tests look at them. */
export interface Environments extends Functions {
  /** Resources that responses left open: `webchat: Timeout`. */
  readonly left: readonly string[];
  /** Environments that live, of one function or of all. */
  count(name?: FunctionName): number;
  /** Events that are being worked on. */
  running(name: FunctionName): number;
  /** Ends environments in the middle of what they do, as `kill -9` would; of one function or of all. */
  terminate(name?: FunctionName): Promise<void>;
}

const defaultConcurrency = 200;
const defaultIdleMs = 5 * 60_000;

/** Runs each function in environments of its own, started as events need them. @see design 8 */
export function environments(options: EnvironmentsOptions): StartFunctions<Environments> {
  return (env, report, hear) => {
    const left: string[] = [];
    const startPace = createStartPace();
    const pools = new Map<FunctionName, FunctionEnvironments>();
    const poolOf = (name: FunctionName) => {
      const pool = pools.get(name) ?? create(name);
      pools.set(name, pool);
      return pool;
    };
    const create = (name: FunctionName) =>
      new FunctionEnvironments({
        name,
        file: options.files[name],
        env: environmentVariables(name, env),
        timeoutMs: options.timeoutMs?.[name] ?? functionTimeoutMs[name],
        concurrency: options.concurrency?.[name] ?? defaultConcurrency,
        idleMs: options.idleMs ?? defaultIdleMs,
        ...(options.clock && { offsetMs: options.clock.offsetMs }),
        startPace,
        ...(options.isShown && { isShown: options.isShown }),
        ...(hear && { onOutput: (text) => hear(name, text) }),
        onLeft: (kinds) => {
          if (kinds.length === 0) return;
          left.push(`${name}: ${kinds.join(', ')}`);
          report(`function ${name} left something running`, new LeftRunningError(kinds.join(', ')));
        },
      });
    const chosen = (name?: FunctionName) => (name ? [poolOf(name)] : [...pools.values()]);
    let stopping = false;
    return {
      left,
      count: (name) => chosen(name).flatMap(({ all }) => all.filter(({ ended }) => !ended)).length,
      running: (name) => poolOf(name).running,
      async terminate(name) {
        await Promise.all(chosen(name).flatMap(({ all }) => all.map((one) => one.terminate())));
      },
      async invoke(name, event) {
        try {
          return await poolOf(name).invoke(event);
        } catch (error) {
          // Interruption by a stop isn't a failure.
          if (!stopping) report(`function ${name} failed`, error);
          throw error;
        }
      },
      async stop() {
        stopping = true;
        await Promise.all([...pools.values()].map((pool) => pool.stop()));
      },
    };
  };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Environment variables of all functions: the deployment's, and the developer's. */
const ofEvery = ['POWERTOOLS_LOG_LEVEL', 'POWERTOOLS_METRICS_DISABLED', 'TZ'];
/** Its services share its cores. */
const ofALaptop = ['PATIENCE'];
/** A language model besides Amazon's, for a laptop only. */
const modelOfALaptop = ['LLM_BASE_URL', 'LLM_API_KEY'];

/**
 * A function's environment variables: those that the deployment gives it and no others, but that on a laptop a secret
 * may stand in plain where the deployment names its ARN.
 * @see design 5.1
 */
export function environmentVariables(name: FunctionName, env: Variables): Record<string, string> {
  const own: readonly string[] = functionSettings[name];
  const names = [
    ...ofEvery,
    ...ofALaptop,
    ...own,
    ...own.filter((one) => one.endsWith('_ARN')).map((one) => one.slice(0, -'_ARN'.length)),
    ...(own.some((one) => one === 'LLM_MODEL') ? modelOfALaptop : []),
    ...Object.keys(env).filter((one) => one.startsWith('AWS_')),
  ];
  const given = { ...pick(process.env, ofEvery), ...env };
  return { ...pick(given, names), POWERTOOLS_SERVICE_NAME: name, AWS_LAMBDA_FUNCTION_NAME: name };
}

function pick(variables: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = variables[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
