import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { pizzaFlow } from '../support/pizza.ts';
import { messageOf, turnOf } from '../support/turn-of.ts';

const folder = join(import.meta.dirname, '../../src/engine');

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

function forbidden(name: string) {
  return () => {
    throw new Error(`the engine used ${name}`);
  };
}

describe('the engine', () => {
  it('runs on frozen plain objects, and gives plain objects back', async () => {
    const flow = deepFreeze(structuredClone(pizzaFlow));
    let state: FlowState | null = null;
    for (const text of ['hi', 'l', '3']) {
      const result = await processInbound(deepFreeze(messageOf(text)), turnOf(flow, state).deps);
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      state = deepFreeze(result.state);
    }
    expect(state?.status).toBe('completed');
  });

  it('returns the same for the same input, without clock, chance, timers or network of its own', async () => {
    vi.spyOn(Date, 'now').mockImplementation(forbidden('Date.now'));
    vi.spyOn(Math, 'random').mockImplementation(forbidden('Math.random'));
    vi.stubGlobal('crypto', undefined);
    vi.stubGlobal('fetch', forbidden('fetch'));
    vi.stubGlobal('setTimeout', forbidden('setTimeout'));
    const first = await processInbound(messageOf('human'), turnOf(pizzaFlow).deps);
    const second = await processInbound(messageOf('human'), turnOf(pizzaFlow).deps);
    expect(second).toEqual(first);
  });

  it('names neither clock nor chance nor Node in its source', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    expect(files.length).toBeGreaterThan(20);
    const found = files.filter((file) =>
      /'node:|Date\.now|new Date\(\)|Math\.random|\bcrypto\b|\bprocess\.|\beval\(|new Function/.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
    );
    expect(found).toEqual([]);
  });
});
