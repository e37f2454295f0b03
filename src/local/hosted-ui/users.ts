import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { userClaims } from '../../contract/roles.ts';
import { readKeptFile, writeWholeFile } from '../write-whole-file.ts';
import {
  createSecondFactors,
  hashPassword,
  isPassword,
  type PasswordHash,
  type SecondFactors,
} from './credentials.ts';

/** The file of the demo users. */
const demoUsersFile = join(import.meta.dirname, '..', '..', '..', 'examples', 'users.json');

const attributes = {
  id: z.uuid(),
  email: z.email(),
  name: z.optional(z.string()),
  tenantId: z.optional(z.string()),
  role: z.optional(z.string()),
};
const demoUsers = z.object({
  users: z.array(
    z.object({
      ...attributes,
      password: z.string(),
      /** The initial authenticator secret in base 32. */
      totpSecret: z.optional(z.string()),
    }),
  ),
});

/** Cognito's user statuses. */
const status = z.enum(['FORCE_CHANGE_PASSWORD', 'CONFIRMED', 'RESET_REQUIRED']);
const user = z.object({
  ...attributes,
  emailVerified: z.boolean(),
  enabled: z.boolean(),
  status,
  createdAtMs: z.number(),
  changedAtMs: z.number(),
  /** Until when the password of an invitation is good. */
  temporaryUntilMs: z.optional(z.number()),
});
const keptUsers = z.object({ users: z.array(user) });

/** A user of the pool. */
export type User = Readonly<z.infer<typeof user>>;

export interface Users {
  /** Oldest first. */
  all(): readonly User[];
  byId(id: string): User | undefined;
  /** E-mail addresses are compared without regard to case. */
  byEmail(email: string): User | undefined;
  /** The user whose password this is; a guess at an unknown name takes as long as any other. */
  authenticate(email: string, password: string): Promise<User | null>;
  /** Adds a user, or changes one. */
  put(user: User): void;
  remove(id: string): void;
  setPassword(id: string, password: string): Promise<void>;
  readonly secondFactors: SecondFactors;
}

/**
 * The users of the pool: those of the demo, until there are others.
 * @param dataDir where they are kept, with the hashes of their passwords and their second factors; without it they are
 * forgotten
 * @throws Error when a file is not valid
 */
export function openUsers(dataDir: string | undefined, nowMs: number): Users {
  const kept = (name: string) => dataDir && join(dataDir, name);
  const file = kept('users.json');
  const demo = demoUsers.parse(readJson(demoUsersFile)).users;
  const first = readKeptFile(file, keptUsers)?.users ?? demo.map(confirmed(nowMs));
  const users = new Map<string, User>(first.map((one) => [one.id, one]));
  const keep = () => {
    if (file) writeWholeFile(file, JSON.stringify({ users: [...users.values()] }, null, 2));
  };
  const ofDemo = <T>(textOf: (one: (typeof demo)[number]) => T | undefined) =>
    new Map(
      demo.flatMap((one): [string, T][] => {
        const value = textOf(one);
        return value === undefined ? [] : [[one.id, value]];
      }),
    );
  const passwords = createPasswords(
    ofDemo(({ password }) => password),
    kept('passwords.json'),
  );
  const secondFactors = createSecondFactors(
    ofDemo(({ totpSecret }) => totpSecret),
    kept('second-factors.json'),
  );
  const byEmail = (email: string) => {
    const wanted = email.trim().toLowerCase();
    return [...users.values()].find((one) => one.email.toLowerCase() === wanted);
  };
  return {
    all: () => [...users.values()],
    byId: (id) => users.get(id),
    byEmail,
    async authenticate(email, password) {
      const found = byEmail(email);
      const fits = await passwords.fits(found?.id, password);
      // The current values: hashing takes time.
      return (found && fits && users.get(found.id)) || null;
    },
    put(one) {
      users.set(one.id, one);
      keep();
    },
    remove(id) {
      users.delete(id);
      keep();
      passwords.forget(id);
      secondFactors.forget(id);
    },
    setPassword: (id, password) => passwords.set(id, password),
    secondFactors,
  };
}

interface Passwords {
  /** Takes the same time for an unknown user. */
  fits(userId: string | undefined, guess: string): Promise<boolean>;
  set(userId: string, password: string): Promise<void>;
  forget(userId: string): void;
}

const bytes = z.pipe(
  z.base64url(),
  z.transform((text) => Buffer.from(text, 'base64url')),
);
/** Has a hash to be compared with, and no password. */
const nobody = '';

/** Those that users begin with, by their text: hashing is meant to be slow, so that a process does it once. */
const hashedFirst = new Map<string, Promise<PasswordHash>>();

const stored = z.record(z.string(), z.object({ salt: bytes, hash: bytes }));

/**
 * Passwords by user, compared by their hashes.
 * @param first those that users begin with; hashed when one is asked for, since most starts see no sign-in
 * @param file where changed ones are kept
 */
function createPasswords(first: ReadonlyMap<string, string>, file: string | undefined): Passwords {
  const changed = new Map<string, PasswordHash>(Object.entries(readKeptFile(file, stored) ?? {}));
  let hashing: Promise<Map<string, PasswordHash>> | undefined;
  const hashFirst = async () => {
    const hashes = [...first, [nobody, ''] as const].map(async ([id, password]) => {
      const hash = hashedFirst.get(password) ?? hashPassword(password);
      hashedFirst.set(password, hash);
      return [id, await hash] as const;
    });
    return new Map(await Promise.all(hashes));
  };
  return {
    async fits(userId = nobody, guess) {
      hashing ??= hashFirst();
      const hash = changed.get(userId) ?? (await hashing).get(userId);
      return hash !== undefined && (await isPassword(hash, guess)) && userId !== nobody;
    },
    async set(userId, password) {
      changed.set(userId, await hashPassword(password));
      if (file !== undefined) writeChanged(file, changed);
    },
    forget(userId) {
      if (changed.delete(userId) && file !== undefined) writeChanged(file, changed);
    },
  };
}

function writeChanged(file: string, changed: ReadonlyMap<string, PasswordHash>): void {
  const encoded = [...changed].map(([id, { salt, hash }]) => [
    id,
    { salt: salt.toString('base64url'), hash: hash.toString('base64url') },
  ]);
  writeWholeFile(file, JSON.stringify(Object.fromEntries(encoded)));
}

function confirmed(nowMs: number) {
  return ({ id, email, name, tenantId, role }: z.infer<typeof demoUsers>['users'][number]): User => ({
    ...{ id, email, name, tenantId, role },
    ...{ emailVerified: true, enabled: true, status: 'CONFIRMED' },
    ...{ createdAtMs: nowMs, changedAtMs: nowMs },
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The attributes as Cognito names them. */
export function attributesOf({ id, email, emailVerified, name, tenantId, role }: User) {
  const attributes: Record<string, string> = { sub: id, email, email_verified: String(emailVerified) };
  if (name !== undefined) attributes.name = name;
  if (tenantId !== undefined) attributes[userClaims.tenantId] = tenantId;
  if (role !== undefined) attributes[userClaims.role] = role;
  return attributes;
}
