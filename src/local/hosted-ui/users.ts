import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { userClaims } from '../../contract/user-claims.ts';
import { hashPassword, isPassword, type PasswordHash } from './password.ts';

/** Where the users of the demo are written down. */
export const usersFile = join(import.meta.dirname, '..', '..', '..', 'examples', 'users.json');

const userSchema = z.object({
  id: z.uuid(),
  email: z.email(),
  name: z.string(),
  password: z.string(),
  tenantId: z.optional(z.string()),
  role: z.optional(z.string()),
  /** Base 32, as authenticator apps take it. */
  totpSecret: z.optional(z.string()),
});
const fileSchema = z.object({ users: z.array(userSchema) });

/** A user of the pool, as the tokens tell of them. */
export type User = Omit<z.infer<typeof userSchema>, 'password'>;

export interface Users {
  readonly all: readonly User[];
  byId(id: string): User | undefined;
  /** E-mail addresses are compared without regard to case. */
  byEmail(email: string): User | undefined;
  /** The user whose password this is; a guess at an unknown name takes as long as any other. */
  authenticate(email: string, password: string): Promise<User | null>;
  setPassword(id: string, password: string): Promise<void>;
}

/**
 * Reads the users of a file; passwords are kept hashed.
 * @throws Error when the file is not valid
 */
export async function readUsers(file: string): Promise<Users> {
  const parsed = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).users;
  const all = parsed.map(({ password: _password, ...user }): User => user);
  const hashes = new Map<string, PasswordHash>();
  const nobody = await hashPassword('');
  await Promise.all(parsed.map(async ({ id, password }) => hashes.set(id, await hashPassword(password))));
  const byEmail = (email: string) => {
    const wanted = email.trim().toLowerCase();
    return all.find((user) => user.email.toLowerCase() === wanted);
  };
  return {
    all,
    byId: (id) => all.find((user) => user.id === id),
    byEmail,
    async authenticate(email, password) {
      const user = byEmail(email);
      const hash = user && hashes.get(user.id);
      const fits = await isPassword(hash ?? nobody, password);
      return user && hash && fits ? user : null;
    },
    async setPassword(id, password) {
      hashes.set(id, await hashPassword(password));
    },
  };
}

/** The attributes that Cognito hands to its triggers. */
export function attributesOf({ id, email, name, tenantId, role }: User): Record<string, string> {
  return {
    sub: id,
    email,
    email_verified: 'true',
    name,
    ...(tenantId !== undefined && { [userClaims.tenantId]: tenantId }),
    ...(role !== undefined && { [userClaims.role]: role }),
  };
}
