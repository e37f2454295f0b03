import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openQueueJournal, readQueueJournal } from '../../../../src/local/aws/sqs/queue-store.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const message = (id: string, body = id, sentAtMs = 0) => ({
  id,
  body,
  groupId: 'a',
  deduplicationId: id,
  sequenceNumber: id.padStart(20, '0'),
  sentAtMs,
  delayS: 0,
});
const nothing = new Map<string, never>();
const nowMs = 1_000_000;
const kept = (file: string) => readQueueJournal(file, nowMs).get('q')?.messages ?? [];
const newFile = async () => join(await temporaryDirectory(), 'queue.jsonl');

describe('the journal of the queues', () => {
  it('cut off at any byte holds exactly the calls whose lines are whole', async () => {
    const file = await newFile();
    const calls = fc.array(
      fc.record({ id: fc.nat(5), text: fc.string({ unit: 'binary' }), removes: fc.boolean() }),
    );
    fc.assert(
      fc.property(calls, fc.double({ min: 0, max: 1, noNaN: true }), (made, part) => {
        const journal = openQueueJournal(file, () => nothing);
        journal.rewrite(nothing);
        const states = [{ size: 0, left: new Map<string, string>() }];
        for (const [n, { id, text, removes }] of made.entries()) {
          const left = new Map(states.at(-1)?.left);
          if (removes) journal.removed([`${id}`]);
          else journal.sent('q', message(`${n}`, text));
          if (removes) left.delete(`${id}`);
          else left.set(`${n}`, text);
          states.push({ size: readFileSync(file).length, left });
        }
        const length = Math.floor(part * (states.at(-1)?.size ?? 0));
        writeFileSync(file, readFileSync(file).subarray(0, length));
        const whole = states.findLast(({ size }) => size <= length);
        expect(new Map(kept(file).map(({ id, body }) => [id, body]))).toEqual(whole?.left);
      }),
      { numRuns: 30 },
    );
  });

  it('stays short when messages come and go', async () => {
    const file = await newFile();
    const toKeep = new Map([['q', { messages: [message('0')], sends: [] }]]);
    const journal = openQueueJournal(file, () => toKeep);
    journal.rewrite(toKeep);
    for (let n = 1; n < 6_000; n += 1) {
      journal.sent('q', message(`${n}`));
      journal.removed([`${n}`]);
    }
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(10_000);
    expect(kept(file).map(({ id }) => id)).toEqual(['0']);
  });

  it('has a dead letter in its new queue only, and not as a message sent there', async () => {
    const file = await newFile();
    const journal = openQueueJournal(file, () => nothing);
    journal.sent('q', message('1', 'x', nowMs));
    journal.sent('dead', { ...message('1', 'x', nowMs), deadLetterSourceArn: 'arn' });
    const queues = readQueueJournal(file, nowMs);
    expect(queues.get('q')).toMatchObject({ messages: [], sends: [{ deduplicationId: '1' }] });
    expect(queues.get('dead')).toMatchObject({ messages: [{ id: '1' }], sends: [] });
  });

  it('has dead letters in the order of their arrival', async () => {
    const file = await newFile();
    const journal = openQueueJournal(file, () => nothing);
    for (const id of ['1', '2']) journal.sent('q', message(id));
    for (const id of ['2', '1']) journal.sent('dead', { ...message(id), deadLetterSourceArn: 'arn' });
    const letters = readQueueJournal(file, nowMs).get('dead')?.messages ?? [];
    expect(letters.map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('forgets a deduplication id after five minutes', async () => {
    const file = await newFile();
    openQueueJournal(file, () => nothing).sent('q', message('1', 'x', nowMs));
    expect(readQueueJournal(file, nowMs + 299_999).get('q')?.sends).toHaveLength(1);
    expect(readQueueJournal(file, nowMs + 300_000).get('q')?.sends).toEqual([]);
  });
});
