import { Logger } from '@aws-lambda-powertools/logger';
import { afterEach, expect } from 'vitest';

const found: string[] = [];

/** What is logged in this process is read here, whatever level is shown; that of other threads by `start-stack.ts`. */
const patched = Symbol.for('messaging-gateway.error-lines');
const { prototype } = Logger as { prototype: Logger & { [patched]?: (line: string) => void } };
if (!prototype[patched]) {
  const { error: write } = prototype;
  prototype.error = function error(this: Logger, ...said: Parameters<typeof write>) {
    const line = JSON.stringify(said, (_, value) =>
      value instanceof Error ? `${value.name}: ${value.message}` : value,
    );
    if (/\bundefined\b/.test(line)) prototype[patched]?.(line);
    return write.apply(this, said);
  };
}
prototype[patched] = (line) => found.push(line);

afterEach(() => {
  expect(found.splice(0), 'error lines of the log that say "undefined"').toEqual([]);
});
