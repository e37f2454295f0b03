import { type Hostility, hostility as hostilitySchema, type PhoneState } from './page/protocol.ts';

/** A provider at its best. */
export const peaceful = Object.fromEntries(
  Object.keys(hostilitySchema.shape).map((name) => [name, 0]),
) as unknown as Hostility;

/** The simulator's failure modes and its random numbers, which are reproducible by seed. */
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
