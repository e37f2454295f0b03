import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { NewUser } from '../aws/user-pool.ts';
import { CommandError } from './errors.ts';

/** `{"users":[{"id":"…","email":"…","name":"…","password":"…","tenantId":"acme","role":"viewer"}]}` */
const usersFile = z.object({ users: z.array(z.looseObject({ email: z.string() })) });

/**
 * Adds a user to the file that the hosted sign-in of a laptop reads when it starts.
 * @throws CommandError when there is one with this address
 */
export async function addLocalUser(
  file: string,
  { email, name, tenantId, role }: NewUser,
  dryRun: boolean,
): Promise<{ readonly id: string | null; readonly text: string }> {
  const { users } = usersFile.parse(JSON.parse(await readFile(file, 'utf8')));
  if (users.some((user) => user.email.toLowerCase() === email.toLowerCase())) {
    throw new CommandError(`There is a user ${email} already.`, `Change it in ${file}.`);
  }
  if (dryRun) return { id: null, text: `would be written to ${file}` };
  const id = randomUUID();
  const password = `Development-only-${randomBytes(3).toString('hex')}`;
  const next = { users: [...users, { id, email, name: name ?? email, password, tenantId, role }] };
  await writeFile(file, `${JSON.stringify(next, null, 2)}\n`);
  return {
    id,
    text: `is written to ${file}, with the password there; start the local stack again to sign in`,
  };
}

/** Takes a tenant's users out of the file. @returns how many there were */
export async function removeLocalUsers(file: string, tenantId: string, dryRun: boolean): Promise<number> {
  const { users } = usersFile.parse(JSON.parse(await readFile(file, 'utf8')));
  const others = users.filter((user) => user.tenantId !== tenantId);
  const found = users.length - others.length;
  if (found > 0 && !dryRun) await writeFile(file, `${JSON.stringify({ users: others }, null, 2)}\n`);
  return found;
}
