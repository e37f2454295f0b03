import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * What most of our items say anyway; deflate then stores references to it. Stored items can't be read without it, so
 * it never changes: another one would be another `format`.
 */
const dictionary = Buffer.from(
  '"metadata":{},"retentionDays":90,"idleMinutes":1440,"kind":"turn","record":{"message":{"email":"firstName":"phone":"queue":"reason":"requestedAt":"kind":"handoff""kind":"flow-completed""outcome":"completed""notices":[],"status":"active","handoff":null,"claim":{"key":"fingerprint":"form":"a"}"form":"b"}"attachments":[],"history":[{"role":"user","text":"},{"role":"assistant","text":"progress":{"effects":"stepsRun":"attempts":0,"variables":{"flow":{"id":"version":1,"stepId":"choices":[{"label":"value":"},{"label":"turnId":"tenantId":"conversationId":"channel":"webchat","correlationId":"to":"committedAtMs":17"expiresAtS":"previousMessageId":null"inbound":{"id":"01"seq":"author":"user","text":"timestamp":"2026-"},"replies":[{"id":"author":"bot","text":"lastMessageId":"lastSeq":"widgetId":"sessionId":"userId":"state":{"openTurn":null,"recentTurnIds":["lastActivityMs":',
);
const format = 1;
/**
 * What deflate sets up for each call, 268 KB by default, costs more than deflating a short text; of this little, it finds the
 * same, as long as it sees text and dictionary whole: 4,096 bytes less the 262 that it looks ahead. Inflating needs to know
 * nothing of it.
 */
const small = { windowBits: 12, memLevel: 5, chunkSize: 2_048 };
const shortBytes = 4_096 - 262 - dictionary.length;
/** Few enough for Node to take them from its pool: 16 KB for each text keep the garbage collector busy. */
const pooledBytes = 4_080;

/** JSON, deflated: a conversation of two kilobytes fits one write unit. */
export function packJson(value: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  const settings = { dictionary, ...(text.length <= shortBytes && small) };
  return Buffer.concat([Buffer.of(format), deflateRawSync(text, settings)]);
}

/** @throws Error for bytes that `packJson` did not make */
export function unpackJson(packed: Uint8Array): unknown {
  if (packed[0] !== format) throw new Error(`unknown format ${packed[0]} of a stored item`);
  return JSON.parse(inflateRawSync(packed.subarray(1), { dictionary, chunkSize: pooledBytes }).toString());
}
