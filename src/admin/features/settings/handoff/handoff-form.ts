import type { HandoffSettingsBody, HandoffSettingsView } from '../../../../contract/admin/tenants.ts';
import type { QueueSettings, WeekHours } from '../../../../contract/handoff-settings.ts';
import { limits } from '../../../../contract/limits.ts';
import { identifier } from '../../../../contract/vocabulary.ts';

/** The texts for visitors, in the order of a conversation. */
export const textNames = ['joined', 'looking', 'missed', 'idle'] as const;
/** The timeouts, with their maximum. */
export const waits = { reclaim_minutes: 24 * 60, idle_close_hours: limits.idleCloseHoursMax } as const;
export const waitNames = ['reclaim_minutes', 'idle_close_hours'] as const;

export type Field = (typeof textNames)[number] | (typeof waitNames)[number];
type Stored = Pick<HandoffSettingsView, 'queues' | 'handoff'>;

/** Returns only the changed settings, so that concurrent changes of other fields stay. */
export type Typed = Readonly<Partial<Record<Field, string>>> & {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** Of queues that were changed, as a whole. */
  readonly settings?: Readonly<Record<string, QueueSettings>>;
  readonly hours?: WeekHours;
  /** Whether agents get emails. */
  readonly emails?: boolean;
};

/** The queues as they will be. */
export function queuesShown({ queues }: Stored, { added = [], removed = [] }: Typed): readonly string[] {
  return [...new Set([...queues, ...added])].filter((queue) => !removed.includes(queue));
}

/** A field's value: the input, otherwise the stored value. */
export function textShown({ handoff }: Stored, typed: Typed, name: Field): string {
  const stored = isWait(name) ? handoff?.[name] : handoff?.texts?.[name];
  return typed[name] ?? String(stored ?? '');
}

/** The settings of a queue as they will be. Earlier releases store target times apart. */
export function settingsShown({ handoff }: Stored, { settings }: Typed, queue: string): QueueSettings {
  const typed = settings?.[queue];
  if (typed) return typed;
  const earlier = handoff?.target_seconds?.[queue];
  return { ...(earlier !== undefined && { target_seconds: earlier }), ...handoff?.queues?.[queue] };
}

export function withSettings(typed: Typed, queue: string, settings: QueueSettings): Typed {
  return { ...typed, settings: { ...typed.settings, [queue]: settings } };
}

/** The business hours of all queues. */
export function hoursShown({ handoff }: Stored, { hours }: Typed): WeekHours {
  return hours ?? handoff?.hours ?? {};
}

/** Whether agents get emails about what they have not seen. */
export function emailsShown({ handoff }: Stored, { emails }: Typed): boolean {
  return emails ?? handoff?.email_agents !== false;
}

/** The request body: empty fields are left to the defaults, and settings that the form does not show stay. */
export function bodyOf(stored: Stored, typed: Typed): HandoffSettingsBody {
  const text = (name: Field) => textShown(stored, typed, name).trim();
  const waitsFor = waitNames.map((name) => [name, text(name) === '' ? undefined : Number(text(name))]);
  const texts = textNames.map((name) => [name, text(name) || undefined]);
  const queues = queuesShown(stored, typed);
  const settings = ['default', ...queues].map((queue) => {
    const shown = settingsShown(stored, typed, queue);
    // Without a day of its own, a queue has the hours of all.
    return [queue, filled({ ...shown, hours: filled(shown.hours ?? {}) })];
  });
  const handoff = filled({
    ...stored.handoff,
    // They are among the settings of the queues.
    target_seconds: undefined,
    email_agents: emailsShown(stored, typed) ? undefined : false,
    hours: filled(hoursShown(stored, typed)),
    queues: filled(Object.fromEntries(settings)),
    ...Object.fromEntries(waitsFor),
    texts: filled({ ...stored.handoff.texts, ...Object.fromEntries(texts) }),
  });
  return { queues: [...queues], ...(handoff && { handoff }) };
}

/** The fields that have a value; undefined if none has. */
function filled<Fields extends object>(fields: Fields): Fields | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Fields);
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
export function queueNameProblem(
  name: string,
  queues: readonly string[],
): 'isThere' | 'tooMany' | 'wrongName' | null {
  if (name === 'default' || queues.includes(name)) return 'isThere';
  if (queues.length >= limits.queuesPerTenant) return 'tooMany';
  return identifier.safeParse(name).success ? null : 'wrongName';
}

/** Whether anything differs from the stored values. */
export function isChanged(stored: Stored, typed: Typed): boolean {
  return JSON.stringify(bodyOf(stored, typed)) !== JSON.stringify(bodyOf(stored, {}));
}

function isWait(name: Field): name is (typeof waitNames)[number] {
  return (waitNames as readonly string[]).includes(name);
}
