import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition, Step } from '../../src/contract/flow.ts';
import type { Effect, FlowState } from '../../src/engine/interfaces.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { messageOf, turnOf } from '../support/turn-of.ts';

type Kind = 'message' | 'set' | 'branch' | 'http' | 'llm';

function stepOf(kind: Kind, next: string): Step {
  switch (kind) {
    case 'message':
      return { kind, text: 'n is {{ n }}', next };
    case 'set':
      return { kind, assign: { n: 'n + 1' }, next };
    case 'branch':
      return { kind, branches: [{ when: 'n > 2', next }], otherwise: next };
    case 'http':
      return {
        kind,
        method: 'POST',
        url: 'https://a.example/{{ n }}',
        saveAs: { n: 'n + response.body.number' },
        next,
        onError: next,
      };
    case 'llm':
      return { kind, system: '', prompt: '{{ n }}', send: true, next, onError: next };
  }
}

function lineOf(kinds: readonly Kind[]): FlowDefinition {
  const steps = kinds.map(
    (kind, n) => [`s${n}`, stepOf(kind, n + 1 < kinds.length ? `s${n + 1}` : 'end')] as const,
  );
  return {
    id: 'line',
    version: 1,
    start: 's0',
    variables: { n: 0 },
    steps: { ...Object.fromEntries(steps), end: { kind: 'end', text: 'End.' } },
  };
}

const countReplies = (effects: readonly Effect[] = []) =>
  effects.filter(({ kind }) => kind === 'reply').length;

/** Runs a turn; call number n to the outside is given up when `giveUp[n]`, and the turn taken up again. */
async function runTurn(flow: FlowDefinition, giveUp: readonly boolean[]) {
  let state: FlowState | null = null;
  let calls = 0;
  const keys = new Set<string | undefined>();
  for (;;) {
    const stop = new AbortController();
    let replies = countReplies((state as FlowState | null)?.progress?.effects);
    const answer = async <T>(given: T): Promise<T> => {
      calls += 1;
      if (giveUp[calls - 1]) {
        stop.abort();
        return new Promise(() => {});
      }
      return given;
    };
    const { deps } = turnOf(flow, state, {
      signal: stop.signal,
      ids: { next: () => `reply-${++replies}` },
      http: {
        send: (request) => {
          keys.add(request.headers['idempotency-key']);
          return answer({
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: '{"number":7}',
          });
        },
      },
      llm: { complete: () => answer('Hm.') },
    });
    const result = await processInbound(messageOf('hi'), deps);
    if (result.outcome === 'ended') return { ...result, keys: [...keys] };
    state = JSON.parse(JSON.stringify(result.state));
  }
}

describe('a turn', () => {
  it('has the same effects however often it is suspended', async () => {
    const kinds = fc.array(fc.constantFrom<Kind>('message', 'set', 'branch', 'http', 'llm'), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(kinds, fc.array(fc.boolean(), { maxLength: 20 }), async (line, giveUp) => {
        const flow = lineOf(line);
        expect(await runTurn(flow, giveUp)).toEqual(await runTurn(flow, []));
      }),
      { numRuns: 100 },
    );
  });
});
