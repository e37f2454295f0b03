import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTables } from '../../src/aws/create-tables.ts';
import { PasswordGuessesTable } from '../../src/aws/user-access-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { localClients } from '../support/local-clients.ts';

let nowMs = 1_760_000_000_000;
let guesses: PasswordGuessesTable;
let stop: () => Promise<void>;
beforeAll(async () => {
  const server = await startDynamodb(undefined);
  const { dynamodb } = localClients({ DYNAMODB: server.url });
  await createTables(dynamodb, 'guesses-');
  guesses = new PasswordGuessesTable(dynamodb, 'guesses-', () => nowMs);
  stop = server.stop;
});
afterAll(() => stop());

const account = (network: string) => ({ tenantId: 'acme', accountId: 'center', network });

describe('wrong passwords from a network', () => {
  it('cost a wait that doubles after the first few, up to a minute, and delay no other network', async () => {
    const waits: number[] = [];
    for (let guess = 0; guess < 15; guess += 1) {
      await guesses.note(account('192.0.2.1'));
      waits.push(await guesses.waitMs(account('192.0.2.1')));
    }
    expect(waits).toEqual([
      ...[0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000],
      ...[60_000, 60_000, 60_000, 60_000, 60_000],
    ]);
    expect(await guesses.waitMs(account('192.0.2.2'))).toBe(0);
    nowMs += limits.guessPauseMaxMs;
    expect(await guesses.waitMs(account('192.0.2.1'))).toBe(0);
  });

  it('are forgotten after a quarter of an hour, though the table still has them', async () => {
    for (let guess = 0; guess < 8; guess += 1) await guesses.note(account('192.0.2.3'));
    nowMs += limits.guessMemoryMs + 1_000;
    expect(await guesses.waitMs(account('192.0.2.3'))).toBe(0);
    await guesses.note(account('192.0.2.3'));
    expect(await guesses.waitMs(account('192.0.2.3'))).toBe(0);
  });
});
