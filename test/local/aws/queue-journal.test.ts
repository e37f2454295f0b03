import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openQueueJournal, readQueueJournal } from '../../../src/local/aws/queue-journal.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const request = (text: string) => ({ QueueUrl: 'q', MessageBody: text });

describe('the journal of the queues', () => {
  it('cut off at any byte has exactly the calls whose lines are whole', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    const calls = fc.array(
      fc.record({ id: fc.nat(5), text: fc.string({ unit: 'binary' }), deletes: fc.boolean() }),
    );
    fc.assert(
      fc.property(calls, fc.double({ min: 0, max: 1, noNaN: true }), (made, part) => {
        const journal = openQueueJournal(file);
        journal.rewrite(new Map());
        const sizes = made.map(({ id, text, deletes }, n) => {
          journal.append([deletes ? { deleted: `${id}` } : { sent: `${n}`, request: request(text) }]);
          return readFileSync(file).length;
        });
        const length = Math.floor(part * (sizes.at(-1) ?? 0));
        writeFileSync(file, readFileSync(file).subarray(0, length));
        const whole = made.slice(0, sizes.filter((size) => size <= length).length);
        const deleted = new Set(whole.flatMap(({ id, deletes }) => (deletes ? [`${id}`] : [])));
        const left = whole.flatMap(({ text, deletes }, n) =>
          deletes || deleted.has(`${n}`) ? [] : [[`${n}`, request(text)] as const],
        );
        expect([...readQueueJournal(file)]).toEqual(left);
      }),
    );
  });

  it('stays short when messages come and go', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    const journal = openQueueJournal(file);
    journal.rewrite(new Map([['kept', request('kept')]]));
    for (let n = 0; n < 6_000; n += 1)
      journal.append([{ sent: `${n}`, request: request('x') }, { deleted: `${n}` }]);
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(10_000);
    expect([...readQueueJournal(file).keys()]).toEqual(['kept']);
  });

  it('knows that a message is gone when its deletion was written down first', async () => {
    const file = join(await temporaryDirectory(), 'queue.jsonl');
    const journal = openQueueJournal(file);
    journal.append([{ deleted: 'a' }, { sent: 'a', request: request('a') }]);
    expect(readQueueJournal(file).size).toBe(0);
  });
});
