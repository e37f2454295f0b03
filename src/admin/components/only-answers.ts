import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../../browser/storage.ts';
import { allows } from '../../contract/roles.ts';
import { type AreaId, areasFor } from './areas.ts';
import { useConsole } from './console-context.ts';

const key = 'gateway-admin.only-answers';
const changed = 'gateway-admin:only-answers';

/** The pages of users who only answer visitors. */
const areas: readonly AreaId[] = ['inbox', 'conversations'];

/**
 * Whether the user of this device only replies to visitors: the inbox is the start page, and the sidebar is
 * reduced. A preference, not a role: the contract has four roles, and everyone who can reply can also edit.
 */
export function useOnlyAnswers(): readonly [boolean, (isSo: boolean) => void] {
  const { session } = useConsole();
  const own = `${key}.${session.user.id}`;
  const isChosen = useSyncExternalStore(subscribe, () => deviceStorage.getItem(own) === '1');
  const choose = (isSo: boolean) => {
    if (isSo) deviceStorage.setItem(own, '1');
    else deviceStorage.removeItem(own);
    dispatchEvent(new Event(changed));
  };
  return [isChosen && allows(session.roles, 'conversations:answer'), choose];
}

/** The areas that the rail lists. */
export function useListedAreas(): readonly AreaId[] {
  const [onlyAnswers] = useOnlyAnswers();
  const all = areasFor(useConsole().session.roles);
  return onlyAnswers ? all.filter((area) => areas.includes(area)) : all;
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}
