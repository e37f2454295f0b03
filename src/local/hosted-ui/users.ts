import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { userClaims } from '../../contract/user-claims.ts';
import { createPasswords } from './passwords.ts';
import { createSecondFactors, type SecondFactors } from './second-factors.ts';

/** Where the users of the demo are written down. */
export const usersFile = join(import.meta.dirname, '..', '..', '..', 'examples', 'users.json');

const userSchema = z.object({
  id: z.uuid(),
  email: z.email(),
  name: z.string(),
  password: z.string(),
  tenantId: z.optional(z.string()),
  role: z.optional(z.string()),
  /** The second factor that they begin with: base 32, as authenticator apps take it. */
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
  readonly secondFactors: SecondFactors;
}

/**
 * Reads the users of a file.
 * @param dataDir where passwords that users choose are kept, hashed, and the second factors that they enrol; without it
 * they are forgotten
 * @throws Error when a file is not valid
 */
export function readUsers(file: string, dataDir?: string): Users {
  const kept = (name: string) => dataDir && join(dataDir, name);
  const parsed = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).users;
  const all = parsed.map(({ password: _password, ...user }): User => user);
  const first = new Map(parsed.map(({ id, password }) => [id, password]));
  const passwords = createPasswords(first, kept('passwords.json'));
  const factors = new Map(
    parsed.flatMap(({ id, totpSecret }) => (totpSecret === undefined ? [] : [[id, totpSecret] as const])),
  );
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
      const fits = await passwords.fits(user?.id, password);
      return user && fits ? user : null;
    },
    setPassword: (id, password) => passwords.set(id, password),
    secondFactors: createSecondFactors(factors, kept('second-factors.json')),
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
