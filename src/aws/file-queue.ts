import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { FileChore } from '../contract/file-records.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { FileChores } from '../ports/files.ts';
import { wireJson } from './items.ts';

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
