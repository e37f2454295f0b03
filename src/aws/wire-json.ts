/**
 * JSON as every service takes it: SQS refuses U+FFFE and U+FFFF, which are in no XML, and with them the whole message.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function wireJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
}
