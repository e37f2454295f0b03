import type { ServiceErrorClass } from './service-error.ts';

/** What tells one service of the AWS JSON protocol from another. */
export interface Service {
  /** As its endpoints and its signatures name it. */
  readonly name: string;
  readonly version: '1.0' | '1.1';
  /** Before the operation in `x-amz-target`. */
  readonly target: string;
  /** Errors that our code tells from others. */
  readonly errors: Readonly<Record<string, ServiceErrorClass>>;
  /** Operations that take a token by which a repeated call is known, and its name. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly hasBytes?: true;
}

/** A call with its input; made by a class that `command` makes. */
export interface Command {
  readonly operation: string;
  readonly input: object;
}

/** The class of one operation's calls, as the SDK has one by the name of `${operation}Command`. */
export function command(operation: string): new (input: object) => Command {
  return class {
    readonly operation = operation;
    readonly input: object;

    constructor(input: object) {
      this.input = input;
    }
  };
}
