import { createHash } from 'node:crypto';
import type { SimulatedUser } from './provider.ts';

/** Everybody who has a phone here. */
export interface Users {
  all(): readonly SimulatedUser[];
  /** A user by phone number or scoped id; null when nobody has it. */
  find(id: string): SimulatedUser | null;
  /** The same, or a new one. */
  known(id: string, name?: string): SimulatedUser;
}

const firstOnes: readonly [id: string, name: string][] = [
  ['4915110000001', 'Ada Lovelace'],
  ['4915110000002', 'Grace Hopper'],
  ['4915110000003', 'Alan Turing'],
];

/** The number that WhatsApp knows a phone by: in Brazil without the ninth digit, in Mexico with a 1. */
export function waIdOf(number: string): string {
  return number.replace(/^55(\d\d)9(\d{8})$/, '55$1$2').replace(/^52(\d{10})$/, '521$1');
}

/** Starts with three people; whoever speaks is added. */
export function createUsers(): Users {
  const users = new Map(firstOnes.map(([id, name]) => [id, newUser(id, name)]));
  const find = (id: string) =>
    users.get(waIdOf(id)) ?? [...users.values()].find(({ scopedId }) => scopedId === id) ?? null;
  return {
    all: () => [...users.values()],
    find,
    known(id, name = `User ${id.slice(-4)}`) {
      const user = find(id) ?? newUser(waIdOf(id), name);
      users.set(user.id, user);
      return user;
    },
  };
}

/** The scoped id follows from the phone number, so that it is the same after a restart. */
function newUser(id: string, name: string): SimulatedUser {
  const digits = createHash('sha256').update(id).digest().readUIntBE(0, 6);
  return { id, name, scopedId: `DE.${digits}` };
}
