import * as z from 'zod/mini';
import { checkPolicySignature, type S3Request } from './check-access.ts';
import { accessDenied, S3Error } from './s3-error.ts';
import type { S3Signer } from './signature.ts';

/** An object as a browser's form brings it. */
export interface PostedObject {
  readonly key: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly status: 200 | 201 | 204;
}

const policySchema = z.object({
  expiration: z.string(),
  conditions: z.array(
    z.union([z.record(z.string(), z.string()), z.array(z.union([z.string(), z.number()]))]),
  ),
});

/** What need not be in a policy. @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html */
const uncovered = new Set(['policy', 'x-amz-signature', 'file', 'bucket']);

/**
 * Reads a form that was signed for a browser, as strictly as S3: every field is covered by the policy, every condition
 * holds, the file comes last.
 * @throws S3Error
 */
export async function readPostForm(
  { headers, body }: S3Request,
  bucket: string,
  keys: Pick<S3Signer, 'accessKeyId' | 'secretAccessKey'>,
  nowMs: number,
): Promise<PostedObject> {
  const form = await formOf(headers['content-type'] ?? '', body);
  const fields = new Map<string, string>([['bucket', bucket]]);
  let file: Blob | undefined;
  for (const [name, value] of form) {
    // What comes behind the file is not looked at.
    if (file) break;
    if (name.toLowerCase() === 'file') file = typeof value === 'string' ? new Blob([value]) : value;
    else fields.set(name.toLowerCase(), String(value));
  }
  if (!file) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  if (!fields.has('policy')) throw accessDenied();
  checkPolicySignature(fields, keys);
  const bytes = Buffer.from(await file.arrayBuffer());
  checkPolicy(policySchema.parse(JSON.parse(Buffer.from(fields.get('policy') ?? '', 'base64').toString())), {
    fields,
    bytes: bytes.length,
    nowMs,
  });
  const status = Number(fields.get('success_action_status'));
  return {
    key: fields.get('key') ?? '',
    contentType: fields.get('content-type') ?? 'binary/octet-stream',
    bytes,
    status: status === 200 || status === 201 ? status : 204,
  };
}

async function formOf(contentType: string, body: Buffer): Promise<FormData> {
  try {
    const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
    return (await response.formData()) as FormData;
  } catch {
    throw new S3Error(
      400,
      'MalformedPOSTRequest',
      'The body of your POST request is not well-formed multipart/form-data.',
    );
  }
}

function checkPolicy(
  { expiration, conditions }: z.infer<typeof policySchema>,
  { fields, bytes, nowMs }: { fields: ReadonlyMap<string, string>; bytes: number; nowMs: number },
): void {
  if (!(Date.parse(expiration) > nowMs)) throw accessDenied('Invalid according to Policy: Policy expired.');
  const covered = new Set<string>();
  for (const condition of conditions) {
    const [kind, name, value] = Array.isArray(condition) ? condition : equalTo(condition);
    if (kind === 'content-length-range') {
      checkLength(bytes, Number(name), Number(value));
      continue;
    }
    const field = String(name).replace(/^\$/, '').toLowerCase();
    const given = fields.get(field) ?? '';
    covered.add(field);
    const holds = kind === 'starts-with' ? given.startsWith(String(value)) : given === String(value);
    if (!holds)
      throw accessDenied(
        `Invalid according to Policy: Policy Condition failed: ${JSON.stringify(condition)}`,
      );
  }
  const extra = [...fields.keys()].find(
    (name) => !covered.has(name) && !uncovered.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra !== undefined) throw accessDenied(`Invalid according to Policy: Extra input fields: ${extra}`);
}

function equalTo(condition: Readonly<Record<string, string>>): readonly [string, string, string] {
  const [[name, value] = ['', '']] = Object.entries(condition);
  return ['eq', name, value];
}

function checkLength(bytes: number, least: number, most: number): void {
  if (bytes > most)
    throw new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  if (bytes < least)
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
}
