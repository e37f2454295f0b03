import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { bodyOf } from '../watched-calls.ts';
import type { VirtualFifo } from './fifo.ts';

type Handler = Pick<NodeHttpHandler, 'handle' | 'destroy'>;
type Request = Parameters<NodeHttpHandler['handle']>[0];
type Input = Readonly<Record<string, string>> & {
  readonly Entries?: readonly Readonly<Record<string, string>>[];
};

const calmTurns = 4;

/** The SDK's way out: DynamoDB and the like as ever, SQS to a queue on the tests' clock. */
export class VirtualCalls implements Handler {
  readonly #inner = new NodeHttpHandler();
  readonly #queue: VirtualFifo;
  #underWay = 0;
  /** Calls of each operation. */
  readonly counts = new Map<string, number>();

  constructor(queue: VirtualFifo) {
    this.#queue = queue;
  }

  destroy(): void {
    this.#inner.destroy();
  }

  async handle(request: Request, options: Parameters<NodeHttpHandler['handle']>[1]) {
    const [service, operation = ''] = String(request.headers['x-amz-target']).split('.');
    this.counts.set(operation, (this.counts.get(operation) ?? 0) + 1);
    this.#underWay += 1;
    try {
      if (service === 'AmazonSQS') this.#toQueue(operation, JSON.parse(bodyOf(request)));
      const result = service === 'AmazonSQS' ? emptyAnswer() : await this.#inner.handle(request, options);
      const chunks: Buffer[] = [];
      for await (const chunk of result.response.body) chunks.push(chunk);
      result.response.body = Readable.from(chunks);
      return result;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Resolves once nothing goes on but sleep. */
  async settled(): Promise<void> {
    for (let calm = 0; calm < calmTurns; calm += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#underWay > 0) calm = -1;
    }
  }

  #toQueue(operation: string, input: Input): void {
    if (operation === 'ChangeMessageVisibility') {
      this.#queue.hide(input.ReceiptHandle ?? '', Number(input.VisibilityTimeout) * 1000);
    }
    for (const { MessageBody = '', MessageGroupId = '', MessageDeduplicationId = '' } of input.Entries ??
      []) {
      this.#queue.send(MessageBody, MessageGroupId, MessageDeduplicationId);
    }
  }
}

function emptyAnswer() {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return {
    response: { statusCode: 200, headers, body: Readable.from([Buffer.from('{}')]) },
  } as unknown as Awaited<ReturnType<NodeHttpHandler['handle']>>;
}
