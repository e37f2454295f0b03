import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { Chore, Chores } from '../ports/chores.ts';
import { wireJson } from './items.ts';

const tasksPerCall = 10;

/** The plain queue of the schedule's tasks; they don't wait for the delay that published turns have on it. */
export class ChoreQueue implements Chores {
  readonly #sqs: SQSClient;
  readonly #queueUrl: string;

  constructor(sqs: SQSClient, queueUrl: string) {
    this.#sqs = sqs;
    this.#queueUrl = queueUrl;
  }

  /** @throws TemporarilyUnavailableError when some of them were not taken: the next minute hands them out again */
  async handOut(tasks: readonly Chore[], afterS = 0): Promise<void> {
    for (let at = 0; at < tasks.length; at += tasksPerCall) {
      const { Failed = [] } = await this.#sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: this.#queueUrl,
          Entries: tasks.slice(at, at + tasksPerCall).map((task, n) => ({
            Id: String(n),
            MessageBody: wireJson(task),
            DelaySeconds: afterS,
          })),
        }),
      );
      if (Failed.length > 0)
        throw new TemporarilyUnavailableError({ cause: new Error(`${Failed.length} tasks were not taken`) });
    }
  }
}
