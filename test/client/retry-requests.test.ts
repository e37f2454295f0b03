import { describe, expect, it } from 'vitest';
import { backoffMs, retryAfterMs, retryRequests } from '../../src/client/index.ts';

const url = 'https://gateway.example/v1/webchat/messages';
const keyed = () => new Request(url, { method: 'POST', body: '{}', headers: { 'idempotency-key': 'k' } });
const answers = (status: number, headers: Record<string, string> = {}, body: object = {}) =>
  new Response(JSON.stringify(body), { status, headers });

/** Sends against a list of outcomes, the last one for ever, without waiting. */
async function send(request: Request, outcomes: readonly (Response | Error)[], longestWaitMs?: number) {
  const sent: { key: string | null; body: string }[] = [];
  const waited: number[] = [];
  const answer = await retryRequests({
    ...(longestWaitMs !== undefined && { longestWaitMs }),
    random: () => 1,
    pause: async (ms) => void waited.push(ms),
    async fetch(attempt) {
      sent.push({ key: attempt.headers.get('idempotency-key'), body: await attempt.text() });
      const outcome = outcomes[Math.min(sent.length, outcomes.length) - 1];
      if (outcome instanceof Error) throw outcome;
      return outcome?.clone() ?? answers(200);
    },
  })(request).catch((error: unknown) => error);
  return { answer, sent, waited };
}
const statusOf = (answer: unknown) => (answer instanceof Response ? answer.status : answer);

describe('a request with an idempotency key', () => {
  it('is repeated with the same key and body until it is answered, with growing waits', async () => {
    const { answer, sent, waited } = await send(keyed(), [new TypeError('lost'), answers(503), answers(200)]);
    expect(statusOf(answer)).toBe(200);
    expect(sent).toEqual(Array(3).fill({ key: 'k', body: '{}' }));
    expect(waited).toEqual([500, 1000]);
  });

  it('is repeated while its first one still runs, as late as the answer asks', async () => {
    const running = answers(409, { 'retry-after': '1' }, { code: 'request_in_progress' });
    const { answer, waited } = await send(keyed(), [running, answers(200)]);
    expect(statusOf(answer)).toBe(200);
    expect(waited).toEqual([1000]);
  });

  it.each([400, 401, 404, 409, 412, 422])('is not repeated after %s', async (status) => {
    const { answer, sent } = await send(keyed(), [answers(status, {}, { code: 'idempotency_conflict' })]);
    expect([statusOf(answer), sent.length]).toEqual([status, 1]);
  });

  it('is given up after five attempts, with the last answer or error', async () => {
    const refused = await send(keyed(), [answers(503)]);
    expect([statusOf(refused.answer), refused.sent.length]).toEqual([503, 5]);
    const lost = await send(keyed(), [new TypeError('lost')]);
    expect(lost.answer).toEqual(new TypeError('lost'));
    expect(lost.sent).toHaveLength(5);
  });
});

describe('a request without one', () => {
  const plain = () => new Request(url, { method: 'PUT', body: '{}', headers: { 'if-match': '"1"' } });

  it('is not repeated where it may have been done', async () => {
    for (const outcome of [answers(503), new TypeError('lost')])
      expect((await send(plain(), [outcome, answers(200)])).sent).toHaveLength(1);
  });

  it('is repeated where it was refused before anything was done', async () => {
    const { answer, waited } = await send(plain(), [answers(429, { 'retry-after': '7' }), answers(200)]);
    expect([statusOf(answer), waited]).toEqual([200, [7000]]);
  });

  it('is repeated where it only reads', async () => {
    const { answer, sent } = await send(new Request(url), [answers(500), answers(200)]);
    expect([statusOf(answer), sent.length]).toEqual([200, 2]);
  });
});

it('a wait longer than the limit is left to the caller', async () => {
  const { answer, sent } = await send(keyed(), [answers(429, { 'retry-after': '61' })]);
  expect([statusOf(answer), sent.length]).toEqual([429, 1]);
});

it('a request that its caller aborts is not sent again', async () => {
  const given = new AbortController();
  const sent: Request[] = [];
  const repeating = retryRequests({
    pause: async () => undefined,
    async fetch(request) {
      sent.push(request);
      given.abort(new Error('enough'));
      throw new TypeError('lost');
    },
  });
  await expect(repeating(new Request(url, { signal: given.signal }))).rejects.toThrow('enough');
  expect(sent).toHaveLength(1);
});

it('reads Retry-After in seconds and as a date, and ignores anything else', () => {
  const asked = (value: string) => retryAfterMs(new Headers({ 'retry-after': value }), Date.UTC(2025, 0, 1));
  expect(asked('3')).toBe(3000);
  expect(asked('Wed, 01 Jan 2025 00:00:05 GMT')).toBe(5000);
  expect(asked('Wed, 01 Jan 2020 00:00:00 GMT')).toBe(0);
  expect(asked('soon')).toBe(null);
  expect(retryAfterMs(new Headers())).toBe(null);
});

it('never backs off longer than twenty seconds', () => {
  expect(backoffMs(50, () => 1)).toBe(20_000);
});
