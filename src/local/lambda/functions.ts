import type { FunctionName } from '../../contract/function-settings.ts';

/** Runs a function on an event, within the function's time. */
export type InvokeFunction = (name: FunctionName, event: unknown) => Promise<unknown>;

/** Reports to the developer what is otherwise silent. */
export type Report = (message: string, error: unknown) => void;

/** The functions of a stack at work. */
export interface Functions {
  readonly invoke: InvokeFunction;
  stop(): Promise<void>;
}

/** Starts the functions with a stack's environment variables. */
export type StartFunctions<T extends Functions = Functions> = (
  env: Readonly<Record<string, string | undefined>>,
  report: Report,
  /** Receives the functions' log output as it arrives. */
  hear?: (name: FunctionName, text: string) => void,
) => T;
