import { beforeEach, describe, expect, it } from 'vitest';
import { refusalLimits } from '../../src/contract/limits.ts';
import { RateLimitExceeded } from '../../src/domain/errors.ts';
import { Refusals } from '../../src/lambda/serve-http.ts';
import { createHandler } from '../support/create-handler.ts';
import { handlerSettings } from '../support/handler-settings.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';

interface Said {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Counted {
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string | undefined>>;
  readonly value: number;
}

const lines: Said[] = [];
const counted: Counted[] = [];
let nowMs = 0;

const reporting = {
  log: {
    info: (message: string, fields: Said['fields'] = {}) => void lines.push({ message, fields }),
    warn: (message: string, fields: Said['fields'] = {}) => void lines.push({ message, fields }),
    error: (message: string) => void lines.push({ message, fields: {} }),
  },
  metrics: {
    count: (name: string, dimensions: Counted['dimensions'], value = 1) =>
      void counted.push({ name, dimensions, value }),
    time: () => undefined,
  },
  nowMs: () => nowMs,
};

beforeEach(() => {
  lines.length = 0;
  counted.length = 0;
  nowMs += refusalLimits.windowMs;
});

function totalOf(name: string): number {
  return counted.filter((each) => each.name === name).reduce((sum, { value }) => sum + value, 0);
}

describe('a flood of refused requests', () => {
  it('leaves ten lines, one for each further hundred, and all of them in the metrics', async () => {
    const handler = createHandler(handlerSettings, reporting);
    const ask = () => handler(httpEvent('GET', '/v1/nonesuch'), lambdaContext);
    for (let n = 0; n < 1_000; n += 1) expect(await ask()).toMatchObject({ statusCode: 404 });
    expect(lines).toHaveLength(10 + 9);
    expect(lines.at(-1)).toMatchObject({
      message: 'requests were refused',
      fields: { operation: 'unknown', status: 404, reason: 'RouteNotFoundError', count: 100 },
    });
    expect(totalOf('RequestsRefused')).toBe(910);
    nowMs += refusalLimits.windowMs;
    await ask();
    expect(totalOf('RequestsRefused')).toBe(1_001);
    expect(lines).toHaveLength(10 + 9 + 2);
    expect(lines.at(-1)).toMatchObject({ message: 'a request was refused' });
  });

  it('is written by the next answered request, too', () => {
    const refusals = new Refusals();
    for (let n = 0; n < 15; n += 1) refusals.add(reporting, limited('acme'));
    expect(totalOf('RateLimited')).toBe(10);
    nowMs += refusalLimits.windowMs;
    refusals.look(reporting);
    expect(totalOf('RateLimited')).toBe(15);
    expect(lines.at(-1)?.fields).toMatchObject({ tenantId: 'acme', count: 5 });
  });

  it("of one tenant doesn't use up another's lines; of ten thousand it is one kind", () => {
    const refusals = new Refusals();
    for (let n = 0; n < 500; n += 1) refusals.add(reporting, limited('acme'));
    refusals.add(reporting, limited('globex'));
    expect(lines.at(-1)).toMatchObject({ message: 'a request was refused', fields: { tenantId: 'globex' } });
    lines.length = 0;
    for (let n = 0; n < 10_000; n += 1) refusals.add(reporting, limited(`tenant-${n}`));
    nowMs += refusalLimits.windowMs;
    refusals.look(reporting);
    expect(lines.length).toBeLessThan(250);
    expect(totalOf('RequestsRefused')).toBe(10_501);
    expect(totalOf('RateLimited')).toBe(10_501);
  });
});

function limited(tenantId: string) {
  return {
    operation: 'post-webchat-message',
    correlationId: 'correlation',
    tenantId,
    status: 429,
    error: new RateLimitExceeded('session', 30, 1_000),
  };
}
