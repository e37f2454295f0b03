import * as z from 'zod/mini';
import type { Hostility, PhoneState } from './page/protocol.ts';

const chance = z.number().check(z.gte(0), z.lte(1));

const hostilitySchema = z.strictObject({
  duplicates: chance,
  reordering: chance,
  batches: chance,
  unknownTypes: chance,
  noPhoneNumbers: chance,
  lateStatuses: chance,
  backwardStatuses: chance,
  tooManyRequests: chance,
  serverErrors: chance,
  lostAnswers: chance,
  hangingSends: chance,
  refusedConnections: chance,
  pairLimits: chance,
  longWaits: chance,
  lateRefusals: chance,
  closedWindows: chance,
} satisfies Record<keyof Hostility, unknown>);

const phoneState = z.enum(['in-hand', 'in-pocket', 'switched-off', 'gone'] satisfies readonly PhoneState[]);

/** `{"hostility":{"duplicates":1},"phone":"in-pocket"}` */
export const moodChange = z.object({
  hostility: z.optional(z.partial(hostilitySchema)),
  phone: z.optional(phoneState),
});

/** A provider at its best. */
export const peaceful: Hostility = {
  duplicates: 0,
  reordering: 0,
  batches: 0,
  unknownTypes: 0,
  noPhoneNumbers: 0,
  lateStatuses: 0,
  backwardStatuses: 0,
  tooManyRequests: 0,
  serverErrors: 0,
  lostAnswers: 0,
  hangingSends: 0,
  refusedConnections: 0,
  pairLimits: 0,
  longWaits: 0,
  lateRefusals: 0,
  closedWindows: 0,
};

/** How the simulator behaves right now, and its dice: with the same seed they fall the same. */
export interface Mood {
  hostility: Hostility;
  phone: PhoneState;
  rolls(unkindness: keyof Hostility): boolean;
  readonly random: () => number;
}

/** A mood that can be changed while the simulator runs. */
export function createMood(random: () => number, hostility: Partial<Hostility>): Mood {
  const mood: Mood = {
    hostility: { ...peaceful, ...hostility },
    phone: 'in-hand',
    random,
    // A die is only thrown where it matters, so that one unkindness leaves the others' dice alone.
    rolls: (unkindness) => {
      const likely = mood.hostility[unkindness];
      return likely > 0 && (likely === 1 || random() < likely);
    },
  };
  return mood;
}

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The items in another order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
