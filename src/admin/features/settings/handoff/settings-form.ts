import type { HandoffSettingsBody, HandoffSettingsView } from '../../../../contract/admin/handoff-settings.ts';
import { limits } from '../../../../contract/limits.ts';
import { identifier } from '../../../../contract/vocabulary.ts';

/** What visitors are told, in the order of a conversation. */
export const toldNames = ['joined', 'looking', 'missed', 'idle'] as const;
/** How long people wait for each other, and at most. */
export const waits = { reclaim_minutes: 24 * 60, idle_close_hours: limits.idleCloseHoursMax } as const;
export const waitNames = ['reclaim_minutes', 'idle_close_hours'] as const;

type Field = (typeof toldNames)[number] | (typeof waitNames)[number];
type Stored = Pick<HandoffSettingsView, 'queues' | 'handoff'>;

/** What was changed of the settings, and nothing else: what a colleague saves meanwhile in other fields stays. */
export type Typed = Readonly<Partial<Record<Field, string>>> & {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
};

/** The queues as they will be. */
export function queuesShown({ queues }: Stored, { added = [], removed = [] }: Typed): readonly string[] {
  return [...new Set([...queues, ...added])].filter((queue) => !removed.includes(queue));
}

/** What a field shows: what was typed, else what is stored. */
export function textShown({ handoff }: Stored, typed: Typed, name: Field): string {
  const stored = isWait(name) ? handoff?.[name] : handoff?.texts?.[name];
  return typed[name] ?? String(stored ?? '');
}

/** As it is saved; what is empty is left to the product. */
export function bodyOf(stored: Stored, typed: Typed): HandoffSettingsBody {
  const text = (name: Field) => textShown(stored, typed, name).trim();
  const set = <Name extends Field>(names: readonly Name[]) => names.filter((name) => text(name) !== '');
  const texts = Object.fromEntries(set(toldNames).map((name) => [name, text(name)]));
  const handoff = {
    ...Object.fromEntries(set(waitNames).map((name) => [name, Number(text(name))])),
    ...(Object.keys(texts).length > 0 && { texts }),
  };
  return {
    queues: [...queuesShown(stored, typed)],
    ...(Object.keys(handoff).length > 0 && { handoff }),
  };
}

/** Puts a queue there, or back. */
export function withQueue({ added = [], removed = [], ...typed }: Typed, queue: string): Typed {
  return {
    ...typed,
    added: [...added, queue],
    removed: removed.filter((name) => name !== queue),
  };
}

/** Takes a queue away. */
export function withoutQueue({ added = [], removed = [], ...typed }: Typed, queue: string): Typed {
  return { ...typed, added: added.filter((name) => name !== queue), removed: [...removed, queue] };
}

/** Why a queue can't be called so. */
export function nameFault(
  name: string,
  queues: readonly string[],
): 'isThere' | 'tooMany' | 'wrongName' | null {
  if (name === 'default' || queues.includes(name)) return 'isThere';
  if (queues.length >= limits.queuesPerTenant) return 'tooMany';
  return identifier.safeParse(name).success ? null : 'wrongName';
}

/** Whether anything differs from what is stored. */
export function isChanged(stored: Stored, typed: Typed): boolean {
  return JSON.stringify(bodyOf(stored, typed)) !== JSON.stringify(bodyOf(stored, {}));
}

function isWait(name: Field): name is (typeof waitNames)[number] {
  return (waitNames as readonly string[]).includes(name);
}
