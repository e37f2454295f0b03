import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Stage } from '../../contract/stage-settings.ts';
import { enrolmentSteps } from './enrolment-steps.ts';
import { createGuessLimit } from './guess-limit.ts';
import { messagePage, type Paths } from './pages.ts';
import { codeSteps, passwordSteps } from './password-steps.ts';
import { recoverySteps } from './recovery-steps.ts';
import type { LocalUserPool } from './user-pool.ts';
import type { Progress, Steps } from './visit.ts';
import { writePage } from './write-page.ts';

export interface SignInParts {
  readonly pool: Pick<LocalUserPool, 'users' | 'recovery' | 'now'>;
  /** Where a finished sign-in goes back to. */
  readonly appOrigins: readonly string[];
  /** Whether everybody needs a second factor. */
  readonly mfa: Stage['mfa'];
}

/** Answers a request below `/login/`. */
export type SignIn = (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => Promise<void>;

const formLimitBytes = 8 * 1024;
const rememberedSignIns = 1000;
const ended = messagePage('This sign-in has ended', 'It took too long, or it is finished.');
const foreign = messagePage('This sign-in cannot go on', 'The form was sent from another site.');

/** The pages of the hosted sign-in. @see spec "Administration sign-in" point 6 */
export function createSignIn({ pool, appOrigins, mfa }: SignInParts): SignIn {
  const { users, recovery, now } = pool;
  const guesses = createGuessLimit(now);
  const steps: Steps = {
    ...passwordSteps(users, guesses, now, mfa),
    ...codeSteps(users.secondFactors, guesses, now),
    ...enrolmentSteps(users.secondFactors, guesses, now),
    ...recoverySteps(recovery, guesses),
  };
  const progressOf = createProgresses();
  return async (provider, request, response, url) => {
    const [, , uid = '', name = ''] = url.pathname.split('/');
    const step = steps[`${request.method} ${name}`];
    // Found by the cookie of this browser: knowing the address of another's sign-in is not enough.
    const details = await provider.interactionDetails(request, response).catch(() => null);
    if (!step || details?.uid !== uid) return writePage(response, 400, ended);
    const isPost = request.method === 'POST';
    if (isPost && request.headers.origin !== provider.issuer) return writePage(response, 403, foreign);
    const form = isPost ? await readForm(request) : {};
    const progress = progressOf(uid);
    await step({ provider, request, response, paths: pathsOf(uid), progress, form, appOrigins });
  };
}

function createProgresses(): (uid: string) => Progress {
  const progresses = new Map<string, Progress>();
  return (uid) => {
    const progress = progresses.get(uid) ?? {};
    progresses.set(uid, progress);
    const [oldest] = progresses.keys();
    if (progresses.size > rememberedSignIns && oldest !== undefined) progresses.delete(oldest);
    return progress;
  };
}

function pathsOf(uid: string): Paths {
  const signIn = `/login/${uid}`;
  return {
    signIn,
    newPassword: `${signIn}/new-password`,
    code: `${signIn}/code`,
    enrol: `${signIn}/enrol`,
    forgot: `${signIn}/forgot`,
    reset: `${signIn}/reset`,
  };
}

/** A form that is larger than any of ours counts as an empty one. */
async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= formLimitBytes) parts.push(part);
  }
  return size > formLimitBytes
    ? {}
    : Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
}
