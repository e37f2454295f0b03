import { randomUUID } from 'node:crypto';
import { invitationMail } from '../../../contract/admin-app.ts';
import { isStrong, temporaryPassword } from '../../hosted-ui/password.ts';
import type { LocalUserPool } from '../../hosted-ui/user-pool.ts';
import type { User } from '../../hosted-ui/users.ts';
import { AwsError } from '../json-endpoint.ts';
import { inputs, invalid, read } from './inputs.ts';
import { attributeList, describeUser } from './list-users.ts';
import { type Attribute, withAttributes } from './user-attributes.ts';

/** @see lib/identity.ts */
const invitationMs = 3 * 24 * 60 * 60_000;

/** Invites somebody, or once more who has not signed in yet, and mails them a password. @throws AwsError */
export async function createUser(pool: LocalUserPool, input: unknown) {
  const { users, now } = pool;
  const asked = read(inputs.AdminCreateUser, input);
  const { Username, MessageAction, TemporaryPassword: password = temporaryPassword() } = asked;
  const known = users.byEmail(Username);
  assertState(known, MessageAction === 'RESEND');
  if (!isStrong(password))
    throw new AwsError('InvalidPasswordException', 'Password did not conform with password policy');
  const times = { changedAtMs: now(), temporaryUntilMs: now() + invitationMs };
  const user = known ? { ...known, ...times } : newUser(Username, asked.UserAttributes, times);
  // Before the hash, which takes its time: of two at once the second finds the first.
  users.put(user);
  await users.setPassword(user.id, password);
  if (MessageAction !== 'SUPPRESS' && asked.DesiredDeliveryMediums.includes('EMAIL'))
    pool.sendMail(mailOf(pool.adminUrl, user.email, password));
  return { User: { ...describeUser(user), Attributes: attributeList(user) } };
}

function mailOf(adminUrl: string, email: string, password: string) {
  const { subject, body } = invitationMail(adminUrl);
  const filled = { '{username}': email, '{####}': password };
  const text = body.replace(/\{username\}|\{####\}/g, (name) => filled[name as keyof typeof filled]);
  return { to: email, subject, text };
}

function assertState(known: User | undefined, again: boolean): void {
  if (known && !again) throw new AwsError('UsernameExistsException', 'User account already exists');
  if (!known && again) throw new AwsError('UserNotFoundException', 'User does not exist.');
  if (known && known.status !== 'FORCE_CHANGE_PASSWORD')
    throw new AwsError('UnsupportedUserStateException', 'Resend not possible: the user has signed in.');
}

function newUser(
  email: string,
  attributes: readonly Attribute[],
  times: { readonly changedAtMs: number; readonly temporaryUntilMs: number },
): User {
  if (!email.includes('@')) throw invalid('Username should be an email.');
  const bare: User = {
    ...{ id: randomUUID(), email, emailVerified: false, enabled: true },
    ...{ status: 'FORCE_CHANGE_PASSWORD', createdAtMs: times.changedAtMs, ...times },
  };
  return withAttributes(bare, [{ Name: 'email', Value: email }, ...attributes]);
}
