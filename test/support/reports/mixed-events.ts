import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { functionTimeoutMs } from '../../../src/contract/function-settings.ts';
import { createRuns, type RunsHandler } from '../../../src/lambda/create-runs.ts';
import { lambdaContext } from '../../../src/local/lambda/environment-messages.ts';

const perBatch = 10;
const atOnce = 4;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The function of runs behind a bad postman: events are kept, then brought shuffled, some twice or three times, some not
 * before they are asked for again. Tasks go through.
 */
export function mixedEvents(replace: NonNullable<Parameters<typeof createRuns>[1]>) {
  const kept: SQSRecord[] = [];
  const lost: SQSRecord[] = [];
  let runs: RunsHandler | undefined;
  const deliver = async (records: readonly SQSRecord[]) => {
    if (!runs) throw new Error('no event has come yet');
    const bring = async (Records: SQSRecord[]) => {
      const answer = await runs?.({ Records }, lambdaContext('runs', functionTimeoutMs.runs));
      if (answer?.batchItemFailures.length) throw new Error('an event was not taken');
    };
    for (let at = 0; at < records.length; at += perBatch * atOnce) {
      const some = records.slice(at, at + perBatch * atOnce);
      const batches = Array.from({ length: Math.ceil(some.length / perBatch) }, (_, n) =>
        some.slice(n * perBatch, (n + 1) * perBatch),
      );
      await Promise.all(batches.map(bring));
    }
  };
  return {
    /** The function, in the place of the real one. */
    create(env: Environment): RunsHandler {
      const handler = createRuns(env, replace);
      runs = handler;
      return async (event, given) => {
        const { Records = [] } = event as Partial<SQSEvent>;
        const told = Records.filter(({ body }) => JSON.parse(body).detail?.run !== undefined);
        kept.push(...told);
        const rest = Records.filter((record) => !told.includes(record));
        if (Records.length > 0 && rest.length === 0) return undefined;
        return handler(Records.length > 0 ? { Records: rest } : event, given);
      };
    },
    get count() {
      return kept.length;
    },
    /** Brings all but one of twenty, in any order, and a third of them more than once. */
    async deliverMost(random: () => number): Promise<void> {
      const sent = kept.flatMap((record) => {
        if (random() < 0.05) {
          lost.push(record);
          return [];
        }
        const times = random() < 0.33 ? 2 + Math.floor(random() * 2) : 1;
        return Array.from({ length: times }, () => ({ record, at: random() }));
      });
      sent.sort((a, b) => a.at - b.at);
      await deliver(sent.map(({ record }) => record));
    },
    /** Brings the rest from the dead letters. @returns how many */
    async redrive(): Promise<number> {
      await deliver(
        lost.map((record) => ({
          ...record,
          attributes: { ...record.attributes, ApproximateReceiveCount: '2' },
        })),
      );
      return lost.length;
    },
    /** Brings all once more that is of these visitors. */
    redeliver: (users: ReadonlySet<string>) =>
      deliver(kept.filter(({ body }) => users.has(JSON.parse(body).detail.run.userId))),
    /** What is done at night. */
    recount: (tenantId: string) =>
      deliver([{ ...kept[0], body: JSON.stringify({ kind: 'recount', tenantId }) } as SQSRecord]),
  };
}
