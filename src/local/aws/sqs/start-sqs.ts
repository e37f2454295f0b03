import type { Endpoint } from '../../listen.ts';
import { startJsonEndpoint } from '../json-endpoint.ts';
import { queueActions } from './queue-actions.ts';
import { openQueueJournal, readQueueJournal } from './queue-journal.ts';
import { QueueStore } from './queue-store.ts';
import { type MessageKeeper, plainChoice, type ReceiveChoice } from './queue-surroundings.ts';
import { receiveAction } from './receive-action.ts';
import { sendActions } from './send-actions.ts';
import { settleActions } from './settle-actions.ts';

export interface LocalSqs extends Endpoint {
  /** Bodies that lie in a queue, waiting or in flight. */
  waiting(queueUrl: string): readonly string[];
  /** Whether a receive would find nothing, now or later. */
  isEmpty(queueUrl: string): boolean;
}

export interface SqsOptions {
  readonly nowMs?: () => number;
  /** Where messages are kept beyond the process; in memory without it. */
  readonly journalFile?: string | undefined;
  /** Messages of a queue that may be in flight at once. */
  readonly inFlightQuota?: number;
  /** What of a queue a receive gives, where SQS promises nothing. */
  readonly choose?: ReceiveChoice;
}

/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
const awsInFlightQuota = 120_000;
const keepsNothing: MessageKeeper = { sent: () => undefined, removed: () => undefined };

/**
 * An SQS with AWS's behaviour, speaking the JSON protocol of the SDKs. What it acknowledges is in its journal first, so
 * that it survives a killed process; receive counts and visibility begin anew.
 * @throws Error when the journal is damaged
 * @see design 8
 */
export async function startSqs(options: SqsOptions = {}): Promise<LocalSqs> {
  const { nowMs = Date.now, journalFile, inFlightQuota = awsInFlightQuota, choose = plainChoice } = options;
  const journal = journalFile
    ? openQueueJournal(journalFile, (): ReturnType<QueueStore['toKeep']> => store.toKeep())
    : undefined;
  const kept = journalFile ? readQueueJournal(journalFile, nowMs()) : new Map<string, never>();
  const store = new QueueStore({ nowMs, keeper: journal ?? keepsNothing, inFlightQuota, choose }, kept);
  journal?.rewrite(kept);
  let url = '';
  const endpoint = await startJsonEndpoint(
    {
      ...queueActions(store, (name) => `${url}/000000000000/${name}`),
      ...sendActions(store),
      ...receiveAction(store),
      ...settleActions(store),
    },
    '1.0',
  );
  url = endpoint.url;
  const waiting = (queueUrl: string) =>
    (store.ofName(queueUrl.split('/').at(-1) ?? '')?.all() ?? []).map(({ body }) => body);
  return { ...endpoint, waiting, isEmpty: (queueUrl) => waiting(queueUrl).length === 0 };
}
