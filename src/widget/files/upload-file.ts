import { readProblem } from '../read-answers.ts';
import type { Upload } from './upload.ts';

export interface UploadParts {
  readonly api: string;
  /** The headers of a visitor's request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly file: File;
  /** Called with 0 to 1. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

const askMs = 15_000;

/** Requests an upload URL from the gateway, and uploads the file. @see docs/files.md */
export async function uploadFile(parts: UploadParts): Promise<Upload> {
  const { api, headers, file, signal } = parts;
  const asked = {
    filename: file.name.slice(-255) || 'file',
    mimeType: file.type || 'application/octet-stream',
    sizeBytes: file.size,
  };
  try {
    const answer = await fetch(`${api}/v1/webchat/uploads`, {
      method: 'POST',
      credentials: 'omit',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal: AbortSignal.any([signal, AbortSignal.timeout(askMs)]),
    });
    const body: unknown = await answer.json();
    if (!answer.ok) return { ok: false, code: readProblem(body).code ?? `status_${answer.status}` };
    const { fileId, url, fields } = formOf(body);
    const isSent = await sendForm(url, fields, parts);
    return isSent ? { ok: true, fileId } : { ok: false, code: 'not_sent' };
  } catch {
    return { ok: false, code: 'not_sent' };
  }
}

/** By hand, as all answers are read here. @throws TypeError when it is not a form */
function formOf(body: unknown) {
  const { fileId, upload } = body as {
    readonly fileId: unknown;
    readonly upload: { readonly [name: string]: unknown };
  };
  const { url, fields } = upload;
  if (typeof fileId !== 'string' || typeof url !== 'string' || typeof fields !== 'object' || fields === null)
    throw new TypeError('no form');
  return {
    fileId,
    url,
    fields: Object.entries(fields).map(([name, value]) => [name, String(value)] as const),
  };
}

/** `fetch` doesn't tell how much of a body has left. */
function sendForm(
  url: string,
  fields: readonly (readonly [string, string])[],
  { file, progress, signal }: UploadParts,
): Promise<boolean> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', file);
  const request = new XMLHttpRequest();
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('loadend', () => resolve(request.status >= 200 && request.status < 300));
    request.open('POST', url);
    request.send(form);
  });
}
