import { useState } from 'react';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { uploadAnswer, uploadState } from '../../../../contract/uploads.ts';
import { asApiError } from '../../../api/api-error.ts';
import { useConsole } from '../../../components/console-context.ts';

/** A file that goes with the next message. */
export interface ChosenFile {
  /** Of the page's; the gateway's once it has one. */
  readonly key: string;
  readonly name: string;
  readonly fileId: string | null;
  readonly state: 'uploading' | 'available' | 'failed';
  /** Why it can't be sent. */
  readonly reason: string | null;
}

const root = '/v1/admin/conversations/{conversationId}/handoff/files';
const lookEveryMs = 500;
const looks = 60;

/** Files of a reply: uploaded when they are chosen, sent when they have been looked at. */
export function useFiles(conversationId: string) {
  const { call } = useConsole();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const change = (key: string, to: Partial<ChosenFile>) =>
    setFiles((known) => known.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const upload = async (key: string, file: File) => {
    const body = { filename: file.name, mimeType: file.type, sizeBytes: file.size };
    const options = { path: { conversationId }, header: { 'idempotency-key': key }, body };
    const { fileId, upload: form } = (await call('POST', root, uploadAnswer, options)).body;
    const data = new FormData();
    for (const [name, value] of Object.entries(form.fields)) data.append(name, value);
    data.append('file', file);
    const sent = await fetch(form.url, { method: 'POST', body: data });
    if (!sent.ok) throw new Error(`the bucket answers ${sent.status}`);
    change(key, { fileId });
    for (let n = 0; n < looks; n += 1) {
      const path = { conversationId, fileId };
      const { status, reason = null } = (await call('GET', `${root}/{fileId}`, uploadState, { path })).body;
      if (status === 'available') return change(key, { state: 'available' });
      if (status !== 'pending') return change(key, { state: 'failed', reason });
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    throw new Error('nobody has looked at it');
  };
  return {
    files,
    add: (chosen: readonly File[]) => {
      const fresh = chosen.map((file) => ({ key: randomUuid(), file }));
      setFiles((known) => [
        ...known,
        ...fresh.map(({ key, file }) => ({
          ...{ key, name: file.name, fileId: null, state: 'uploading' as const, reason: null },
        })),
      ]);
      for (const { key, file } of fresh)
        void upload(key, file).catch((error: unknown) =>
          change(key, { state: 'failed', reason: asApiError(error).problem?.detail ?? null }),
        );
    },
    remove: (key: string) => setFiles((known) => known.filter((one) => one.key !== key)),
    clear: () => setFiles([]),
  };
}
