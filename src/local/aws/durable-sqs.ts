import { createServer, type IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { type Endpoint, startEndpoint } from '../listen.ts';
import { readText } from '../read-body.ts';
import { journalCalls, type RecordCall } from './journal-calls.ts';
import { openQueueJournal, readQueueJournal, type SendRequest } from './queue-journal.ts';

export interface DurableSqs extends Endpoint {
  /**
   * Sends what an earlier process left to the queues of this one, whose addresses differ; to be called before the
   * queues are used. What was dead-lettered is tried again.
   */
  restore(queueUrls: readonly string[]): Promise<void>;
}

const sent = z.object({ MessageId: z.string() });

/**
 * Stands before an SQS that keeps its messages in memory, and writes down what is sent and deleted before it answers,
 * so that an acknowledged message survives a killed process as it does in AWS.
 */
export async function startDurableSqs(sqsUrl: string, file: string): Promise<DurableSqs> {
  const journal = openQueueJournal(file);
  const record = journalCalls(journal);
  const call: Call = (action, body) =>
    fetch(sqsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
      body,
    });
  const server = createServer(async (request, response) => {
    const answer = await forward(request, call, record).catch((error: unknown) => ({
      status: 500,
      text: JSON.stringify({ __type: 'InternalFailure', message: String(error) }),
    }));
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.text);
  });
  const endpoint = await startEndpoint(server);
  return {
    ...endpoint,
    // Until the rewrite the file holds the same messages, so that a kill in between loses none.
    restore: async (queueUrls) => journal.rewrite(await sendAgain(readQueueJournal(file), queueUrls, call)),
  };
}

type Call = (action: string, body: string) => Promise<Response>;

async function forward(request: IncomingMessage, call: Call, record: RecordCall) {
  const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
  const body = await readText(request);
  const answer = await call(action, body);
  const text = await answer.text();
  if (answer.ok) record(action, JSON.parse(body), text === '' ? {} : JSON.parse(text));
  return { status: answer.status, text };
}

async function sendAgain(left: ReadonlyMap<string, SendRequest>, queueUrls: readonly string[], call: Call) {
  const again = new Map<string, SendRequest>();
  for (const request of left.values()) {
    const name = request.QueueUrl.split('/').at(-1);
    const QueueUrl = queueUrls.find((url) => url.split('/').at(-1) === name);
    if (!QueueUrl) throw new Error(`the kept data has messages of a queue that is not here: ${name}`);
    const moved = { ...request, QueueUrl };
    const answer = await call('SendMessage', JSON.stringify(moved));
    again.set(sent.parse(await answer.json()).MessageId, moved);
  }
  return again;
}
