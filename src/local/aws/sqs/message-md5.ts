import { createHash } from 'node:crypto';
import type { MessageAttributes } from './stored-message.ts';

const stringValue = 1;
const binaryValue = 2;

/** MD5 of a body, which SDKs compare with what they sent. */
export function md5OfBody(body: string): string {
  return createHash('md5').update(body).digest('hex');
}

/**
 * MD5 of custom attributes: sorted by name; each as name, data type, kind of value and value, with lengths before.
 * @returns nothing when there are none
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function md5OfAttributes(attributes: MessageAttributes): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  const hash = createHash('md5');
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const name of names) {
    const { DataType = '', StringValue, BinaryValue } = attributes[name] ?? {};
    add(Buffer.from(name));
    add(Buffer.from(DataType));
    hash.update(Buffer.from([BinaryValue === undefined ? stringValue : binaryValue]));
    add(BinaryValue === undefined ? Buffer.from(StringValue ?? '') : Buffer.from(BinaryValue, 'base64'));
  }
  return hash.digest('hex');
}
