import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Mail } from '../../ports/mails.ts';
import type { Users } from './users.ts';

/** Lets who reads the account's mail choose a new password. */
export interface Recovery {
  /** Mails a code if the account exists. The caller can't tell. */
  start(email: string): void;
  /** @returns whether the code was right and the password is changed */
  finish(email: string, code: string, password: string): Promise<boolean>;
}

interface SentCode {
  readonly code: Buffer;
  readonly goodUntilMs: number;
}

const goodForMs = 60 * 60_000;
const codeDigits = 6;

/** Recovery by a mailed code that is good once and for an hour. @see spec "Administration sign-in" point 6 */
export function createRecovery(users: Users, sendMail: (mail: Mail) => void, now: () => number): Recovery {
  const sent = new Map<string, SentCode>();
  return {
    start(email) {
      const user = users.byEmail(email);
      // Users who haven't signed in yet have a temporary password in their mail.
      if (!user?.enabled || !user.emailVerified || user.status === 'FORCE_CHANGE_PASSWORD') return;
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
      sent.set(user.id, { code: Buffer.from(code), goodUntilMs: now() + goodForMs });
      sendMail({
        to: user.email,
        subject: 'Your password reset code',
        text: `Your code is ${code}. It is good for one hour.`,
      });
    },
    async finish(email, code, password) {
      const user = users.byEmail(email);
      const expected = user && sent.get(user.id);
      const given = Buffer.from(code);
      if (!user?.enabled || !expected || now() >= expected.goodUntilMs) return false;
      if (given.length !== expected.code.length || !timingSafeEqual(given, expected.code)) return false;
      sent.delete(user.id);
      await users.setPassword(user.id, password);
      const current = users.byId(user.id);
      if (current) users.put({ ...current, status: 'CONFIRMED', changedAtMs: now() });
      return true;
    },
  };
}
