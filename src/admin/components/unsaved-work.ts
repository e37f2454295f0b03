import { deviceStorage } from '../../browser/storage.ts';

const unsavedKey = 'gateway-admin.unsaved';

/** The database in which this device keeps what is edited until the service has it. */
export const journalName = 'gateway-admin.journal';
export const journalStore = 'drafts';

/** The key prefix of unsaved work that a page stored when it closed, until the database has it. */
export const leftPrefix = 'gateway-admin.left ';

/** Marks unsaved work on this device, so that no database is opened only to find out. */
export function unsavedWork(): readonly string[] {
  return deviceStorage.getItem(unsavedKey)?.split('\n') ?? [];
}

/** Notes that something is only on this device, or is so no more. */
export function noteUnsaved(key: string, isUnsaved: boolean): void {
  const others = unsavedWork().filter((one) => one !== key);
  const next = isUnsaved ? [...others, key] : others;
  if (next.length === 0) deviceStorage.removeItem(unsavedKey);
  else deviceStorage.setItem(unsavedKey, next.join('\n'));
}

let isForgotten = false;

/** Whether the user has signed out on this page, after which nothing is stored. */
export const isWorkForgotten = (): boolean => isForgotten;

/** Removes all of it from this device, so that the next user sees nothing of it. */
export function forgetWork(): void {
  isForgotten = true;
  deviceStorage.removeItem(unsavedKey);
  for (const key of deviceStorage.keys()) if (key.startsWith(leftPrefix)) deviceStorage.removeItem(key);
  try {
    const opening = indexedDB.open(journalName);
    // There is none: it is not made for this.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () =>
      opening.result.transaction(journalStore, 'readwrite').objectStore(journalStore).clear();
  } catch {
    // If the browser denies databases, nothing was stored in one.
  }
}
