import { createHash } from 'node:crypto';
import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { CenterRecord, FileChore } from '../contract/queue-records.ts';
import type { RunTask } from '../contract/runs.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { FileChores } from '../ports/files.ts';
import type { CenterQueue, Chore, Chores } from '../ports/handoff.ts';
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

/**
 * What contact centers are to be told, on the outbound queue. Its groups are not those of the visitors' replies: neither
 * holds up the other; nor does what is of a moment, or waits for a gap, hold up the rest.
 */
export class SqsCenterQueue implements CenterQueue {
  readonly #sqs: SQSClient;
  readonly #queueUrl: string;

  constructor(sqs: SQSClient, queueUrl: string) {
    this.#sqs = sqs;
    this.#queueUrl = queueUrl;
  }

  async wake(record: CenterRecord, deduplicationId: string): Promise<void> {
    await this.#sqs.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: JSON.stringify(record),
        MessageGroupId: hashOf('center', record.tenantId, ...groupOf(record)),
        MessageDeduplicationId: hashOf(deduplicationId),
      }),
    );
  }
}

function groupOf({ conversationId, handoffId, tells }: CenterRecord): readonly string[] {
  switch (tells?.type) {
    case 'typing':
    case 'receipt':
    case 'attention':
      return [tells.type, conversationId];
    case 'gap':
      return ['gap', handoffId, String(tells.position)];
    default:
      return [conversationId];
  }
}

const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const perCall = 10;

/** The plain queue of the function that moves files; S3 tells it of uploads. */
export class FileQueue implements FileChores {
  readonly #sqs: SQSClient;
  readonly #queueUrl: string;

  constructor(sqs: SQSClient, queueUrl: string) {
    this.#sqs = sqs;
    this.#queueUrl = queueUrl;
  }

  async handOut(chores: readonly FileChore[]): Promise<void> {
    for (let at = 0; at < chores.length; at += perCall) {
      const { Failed = [] } = await this.#sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: this.#queueUrl,
          Entries: chores
            .slice(at, at + perCall)
            .map((chore, n) => ({ Id: String(n), MessageBody: wireJson(chore) })),
        }),
      );
      if (Failed.length > 0)
        throw new TemporarilyUnavailableError({ cause: new Error(`${Failed.length} chores were not taken`) });
    }
  }
}

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
