import { CloseButton, Progress, Text } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { type UploadAnswer, uploadAnswer, uploadState } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import { asApiError } from '../../../api/api.ts';
import { useConsole } from '../../../components/console-context.ts';
import { notify } from '../../../components/notify.tsx';

/** A file that goes with the next message. */
export interface ChosenFile {
  /** The page's own key; the gateway's ID once there is one. */
  readonly key: string;
  readonly name: string;
  readonly fileId: string | null;
  readonly state: 'uploading' | 'scanning' | 'available' | 'failed';
  /** The uploaded share, 0 to 1. */
  readonly share: number;
  /** Why it can't be sent: a code of the service, or its own words. */
  readonly reason?: { readonly code?: string | undefined; readonly words?: string | undefined };
}

const root = '/v1/admin/conversations/{conversationId}/handoff/files';
const lookEveryMs = 500;
const looks = 60;
const nameChars = 255;

/** Manages the files of a message: uploaded when they are chosen, sent once they are scanned. */
export function useFiles(conversationId: string) {
  const { t } = useTranslation('inbox');
  const { call } = useConsole();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const change = (key: string, to: Partial<ChosenFile>) =>
    setFiles((known) => known.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const upload = async (key: string, file: File, signal: AbortSignal) => {
    const filename = file.name.slice(-nameChars) || 'file';
    const body = { filename, mimeType: file.type || 'application/octet-stream', sizeBytes: file.size };
    const options = { path: { conversationId }, header: { 'idempotency-key': key }, body, signal };
    const { fileId, upload: form } = (await call('POST', root, uploadAnswer, options)).body;
    await sendForm(form, file, signal, (share) => change(key, { share }));
    change(key, { fileId, state: 'scanning' });
    for (let n = 0; n < looks && !signal.aborted; n += 1) {
      const path = { conversationId, fileId };
      const { status, reason: words } = (await call('GET', `${root}/{fileId}`, uploadState, { path })).body;
      if (status === 'available') return change(key, { state: 'available' });
      if (status !== 'pending') return change(key, { state: 'failed', reason: { words } });
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    throw new Error('the scan takes too long');
  };
  const begin = (key: string, file: File) => {
    const abort = new AbortController();
    aborts.current.set(key, abort);
    upload(key, file, abort.signal).catch((error: unknown) => {
      const { problem } = asApiError(error);
      change(key, { state: 'failed', reason: { code: problem?.code, words: problem?.detail } });
    });
  };
  const stop = (key: string) => aborts.current.get(key)?.abort();
  return {
    files,
    add: (chosen: readonly File[]) => {
      const room = Math.max(0, limits.attachments - files.length);
      if (chosen.length > room) notify({ text: t('files.tooMany', { count: limits.attachments }) });
      const fresh = chosen.slice(0, room).map((file) => ({ key: randomUuid(), file }));
      const shown = fresh.map(({ key, file: { name } }) => ({
        ...{ key, name, fileId: null, state: 'uploading' as const, share: 0 },
      }));
      setFiles((known) => [...known, ...shown]);
      for (const { key, file } of fresh) begin(key, file);
    },
    /** Shows uploads again whose message was refused. */
    restore: (sent: readonly Pick<ChosenFile, 'fileId' | 'name'>[]) =>
      setFiles((known) => [
        ...known,
        ...sent.map((one) => ({ ...one, key: randomUuid(), state: 'available' as const, share: 1 })),
      ]),
    remove: (key: string) => {
      stop(key);
      setFiles((known) => known.filter((one) => one.key !== key));
    },
    clear: () => setFiles([]),
  };
}

/** Posts a file to the bucket; by XMLHttpRequest, since `fetch` reports no progress. @throws Error if it doesn't arrive */
function sendForm(
  { url, fields }: UploadAnswer['upload'],
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const request = new XMLHttpRequest();
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('loadend', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new Error(`the bucket answers ${request.status}`));
    });
    request.open('POST', url);
    request.send(form);
  });
}

interface FilesProps {
  readonly files: readonly ChosenFile[];
  readonly onRemove: (key: string) => void;
}

/** Lists the files that go with the next message, each with its progress or why it can't be sent. */
export function Files({ files, onRemove }: FilesProps) {
  const { t, i18n } = useTranslation(['inbox', 'common']);
  if (files.length === 0) return null;
  const whyOf = ({ code, words }: NonNullable<ChosenFile['reason']>) =>
    code !== undefined && i18n.exists(`refusals.${code}`, { ns: 'common' }) ? (
      t(`common:refusals.${code as 'file_too_large'}`)
    ) : (
      <>
        {t('files.states.failed')} {words !== undefined && <bdi lang="en">{words}</bdi>}
      </>
    );
  return (
    <ul className="inbox-files" aria-label={t('files.list')}>
      {files.map(({ key, name, state, share, reason }) => (
        <li key={key} data-state={state}>
          <Text component="bdi" inherit truncate>
            {name}
          </Text>
          <span className={state === 'failed' ? 'bad hint' : 'quiet hint'} role="status">
            {reason ? whyOf(reason) : t(`files.states.${state}`)}
          </span>
          {state === 'uploading' && (
            <Progress.Root size="xs" w={64}>
              <Progress.Section value={share * 100} aria-label={t('files.progress', { name })} />
            </Progress.Root>
          )}
          <CloseButton size="sm" aria-label={t('files.remove', { name })} onClick={() => onRemove(key)} />
        </li>
      ))}
    </ul>
  );
}

/** Accepts files dropped anywhere on the conversation; without permission, the drop is ignored. */
export function useDroppedFiles(
  box: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onFiles: (files: readonly File[]) => void,
): void {
  const latest = useRef({ isEnabled, onFiles });
  useEffect(() => {
    latest.current = { isEnabled, onFiles };
  });
  useEffect(() => {
    const place = box.current?.closest<HTMLElement>('.inbox-talk');
    if (!place) return;
    // Without it the browser would open the file in place of the page.
    const over = (event: DragEvent) => {
      event.preventDefault();
      if (latest.current.isEnabled) place.dataset.drop = '';
    };
    const leave = () => delete place.dataset.drop;
    const drop = (event: DragEvent) => {
      event.preventDefault();
      leave();
      if (latest.current.isEnabled) latest.current.onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    place.addEventListener('dragover', over);
    place.addEventListener('dragleave', leave);
    place.addEventListener('drop', drop);
    return () => {
      place.removeEventListener('dragover', over);
      place.removeEventListener('dragleave', leave);
      place.removeEventListener('drop', drop);
    };
  }, [box]);
}
