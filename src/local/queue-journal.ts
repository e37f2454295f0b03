import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Endpoint } from './dynamodb.ts';
import { closeServer, listen } from './listen.ts';

const journalLine = z.union([
  z.object({ sent: z.string(), request: z.record(z.string(), z.unknown()) }),
  z.object({ deleted: z.string() }),
]);
type Journal = Map<string, Record<string, unknown>>;

const messages = z.object({
  Messages: z.optional(z.array(z.object({ MessageId: z.string(), ReceiptHandle: z.string() }))),
});

/**
 * Stands before the embedded SQS, which keeps its messages in memory, and writes down what is sent and deleted, so that
 * with a data directory an acknowledged message survives a killed process as it does in AWS.
 */
export async function startQueueJournal(sqsUrl: string, dataDir: string | undefined): Promise<Endpoint> {
  if (!dataDir) return { url: sqsUrl, stop: async () => undefined };
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'queue.jsonl');
  const ids = new Map<string, string>();
  const write = (line: z.infer<typeof journalLine>) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  const forward = (action: string, body: string) =>
    fetch(sqsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
      body,
    });

  const server = createServer(async (request, response) => {
    const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const body = await readText(request);
    const answer = await forward(action, body);
    const text = await answer.text();
    if (answer.ok) record(action, JSON.parse(body), text === '' ? {} : JSON.parse(text));
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  });

  const record = (action: string, input: Record<string, unknown>, output: unknown) => {
    if (action === 'SendMessage')
      write({ sent: z.object({ MessageId: z.string() }).parse(output).MessageId, request: input });
    if (action === 'ReceiveMessage') {
      for (const { MessageId, ReceiptHandle } of messages.parse(output).Messages ?? [])
        ids.set(ReceiptHandle, MessageId);
    }
    if (action === 'DeleteMessage') write({ deleted: ids.get(String(input.ReceiptHandle)) ?? '' });
  };

  const left = readJournal(file);
  writeFileSync(file, '');
  for (const request of left.values()) {
    const answer = await forward('SendMessage', JSON.stringify(request));
    record('SendMessage', request, await answer.json());
  }
  const url = await listen(server, 0);
  return { url, stop: () => closeServer(server) };
}

/** What was sent and not deleted. A line cut off by a kill was never acknowledged. */
function readJournal(file: string): Journal {
  const left: Journal = new Map();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const parsed = line.endsWith('}') ? journalLine.safeParse(parseLine(line)) : null;
    if (!parsed?.success) continue;
    if ('sent' in parsed.data) left.set(parsed.data.sent, parsed.data.request);
    else left.delete(parsed.data.deleted);
  }
  return left;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
