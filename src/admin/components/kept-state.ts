import { useCallback, useState } from 'react';
import { tabStorage } from '../../browser/storage.ts';
import { useConsole } from './console-context.ts';

const prefix = 'gateway-admin.form.';

/** Forgets all that was typed in this tab. */
export function forgetForms(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(prefix)) tabStorage.removeItem(key);
}

/** Returns the storage key of a form's input. */
export function useKeptKey(form: string): string {
  const { session, tenantId } = useConsole();
  return `${prefix}${session.user.id}.${tenantId}.${form}`;
}

/**
 * A form's input, kept by the tab until it is sent or discarded, through expired sessions, reloads and sign-ins.
 * It belongs to one user in one tenant; signing out deletes it.
 */
export function useKeptState(form: string): readonly [string, (text: string) => void, () => void] {
  const key = useKeptKey(form);
  const [state, setState] = useState(() => ({ key, text: tabStorage.getItem(key) ?? '' }));
  const text = state.key === key ? state.text : (tabStorage.getItem(key) ?? '');
  const keep = useCallback(
    (next: string) => {
      if (next === '') tabStorage.removeItem(key);
      else tabStorage.setItem(key, next);
      setState({ key, text: next });
    },
    [key],
  );
  const forget = useCallback(() => keep(''), [keep]);
  return [text, keep, forget];
}
