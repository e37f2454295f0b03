import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { ErrorMessage } from './environment-messages.ts';

/** What a function threw, with the stack that it had in its environment. */
export class FunctionError extends Error {
  /** Kinds of what was running still when the environment was frozen. */
  readonly left: readonly string[];

  constructor({ name, message, stack }: ErrorMessage, file: string, left: readonly string[] = []) {
    super(message);
    this.left = left;
    this.name = name;
    this.stack = inSources(stack, file) || `${name}: ${message}`;
  }
}

/** A function had not answered when its time was up. */
export class FunctionTimeoutError extends Error {
  override readonly name = 'FunctionTimeoutError';

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`);
  }
}

/** As many environments of a function are at work as it may have. */
export class FunctionThrottledError extends Error {
  override readonly name = 'FunctionThrottledError';
}

/** An environment ended before it answered. */
export class EnvironmentEndedError extends Error {
  override readonly name = 'EnvironmentEndedError';
}

/** A function's answer left something running, which on Lambda goes on with the next event or never. */
export class LeftRunningError extends Error {
  override readonly name = 'LeftRunningError';
}

/** Places in a bundle as places in the sources, where the bundle has a map beside it. */
function inSources(stack: string, file: string): string {
  const map = stack.includes(file) ? readMap(file) : undefined;
  if (!map) return stack;
  return stack.replaceAll(/(\/[^\s():]+):(\d+):(\d+)/g, (place, path, line, column) => {
    if (path !== file) return place;
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = URL.parse(entry.originalSource, `file://${file}`)?.pathname ?? entry.originalSource;
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
