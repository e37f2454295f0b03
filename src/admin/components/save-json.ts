import { saveText } from './save-text.ts';

/** Has the browser save a value as a file of JSON. */
export function saveJson(name: string, value: unknown): void {
  saveText(`${name}.json`, 'application/json', `${JSON.stringify(value, null, 2)}\n`);
}
