import { visitorLimits } from '../../contract/visitor-limits.ts';
import type { PublishedWidget } from '../../contract/widget-settings.ts';
import type { Language } from '../language.ts';
import { fileTextsOf } from './file-texts.ts';

export type FileRules = NonNullable<PublishedWidget['uploads']>;

const megabyte = 1024 * 1024;

/** Returns the problem of a file before it is sent; null if there is none. */
export function problemOf(file: File, { maxBytes, types }: FileRules, language: Language): string | null {
  const { texts, count } = fileTextsOf(language);
  if (file.size === 0) return texts.empty;
  if (file.size > maxBytes) return count('tooLarge', Math.floor((maxBytes / megabyte) * 10) / 10);
  // If all types are accepted, the gateway's response says so.
  const type = file.type === 'image/jpg' ? 'image/jpeg' : file.type;
  return types?.includes(type) === false ? texts.type : null;
}

/** Returns the message for a file that the gateway or the bucket rejected. */
export function refusalOf(code: string, rules: FileRules, language: Language): string {
  const { texts, count } = fileTextsOf(language);
  if (code === 'file_too_large') return count('tooLarge', rules.maxBytes / megabyte);
  if (code === 'file_type_not_allowed') return texts.type;
  if (code === 'too_many_uploads') return texts.many;
  return texts.failed;
}

/** More in one message are not taken. */
export const mostFiles = visitorLimits.attachments;

/** The attachment type until the log has the file. */
export function kindOf({ type }: File): 'image' | 'document' {
  return type.startsWith('image/') ? 'image' : 'document';
}
