import type { FileObjects, FileScan } from '../../ports/files.ts';
import type { Downloads } from '../../ports/http-client.ts';
import type { Gateway } from '../gateway.ts';

/** What the function that moves files works with. */
export type FilesPorts = Pick<
  Gateway,
  'conversations' | 'directory' | 'files' | 'log' | 'metrics' | 'nowMs' | 'sendingSecrets'
> & {
  readonly http: Downloads;
  readonly objects: FileObjects;
  readonly scan: FileScan;
};
