/** The result of an upload. */
export type Upload =
  | { readonly ok: true; readonly fileId: string }
  | { readonly ok: false; readonly code: string };

/** Sends a file to the gateway. */
export type UploadFile = (
  file: File,
  progress: (share: number) => void,
  signal: AbortSignal,
) => Promise<Upload>;
