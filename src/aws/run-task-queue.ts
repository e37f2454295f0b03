import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { RunTask } from '../contract/run-tasks.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import { wireJson } from './items.ts';

const tasksPerCall = 10;

/** Hours that are to be counted, on the queue of runs. */
export class RunTaskQueue {
  readonly #sqs: SQSClient;
  readonly #queueUrl: string;

  constructor(sqs: SQSClient, queueUrl: string) {
    this.#sqs = sqs;
    this.#queueUrl = queueUrl;
  }

  /**
   * @param delayS so long nobody takes them
   * @throws TemporarilyUnavailableError when some of them were not taken: they are marked still
   */
  async handOut(tasks: readonly RunTask[], delayS = 0): Promise<void> {
    for (let at = 0; at < tasks.length; at += tasksPerCall) {
      const { Failed = [] } = await this.#sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: this.#queueUrl,
          Entries: tasks
            .slice(at, at + tasksPerCall)
            .map((task, n) => ({ Id: String(n), MessageBody: wireJson(task), DelaySeconds: delayS })),
        }),
      );
      if (Failed.length > 0)
        throw new TemporarilyUnavailableError({ cause: new Error(`${Failed.length} hours were not taken`) });
    }
  }
}
