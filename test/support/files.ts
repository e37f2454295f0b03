import type { UploadAnswer } from '../../src/contract/files.ts';

type Form = Pick<UploadAnswer['upload'], 'url' | 'fields'>;

/** The smallest picture: one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
);

/** Sends a file by the form that an upload was answered with, as a browser does. */
export async function sendForm(
  signed: Form | Promise<Form>,
  bytes: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { url, fields } = await signed;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'file');
  return fetch(url, { method: 'POST', body: form });
}
