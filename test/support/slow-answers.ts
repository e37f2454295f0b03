import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

/** Up to so long each answer takes that a page waits for, in milliseconds; set by `npm run test:slow`. */
export const slowestAnswerMs = Number(process.env.SLOWEST_ANSWER_MS ?? 0);

/** Holds every request of a context for a while: what a test takes to be there already, is not. */
export async function slowAnswers(context: BrowserContext): Promise<void> {
  if (slowestAnswerMs === 0) return;
  await context.route('**/*', async (route) => {
    await setTimeout(slowestAnswerMs * Math.random());
    // The page may be gone by then.
    await route.continue().catch(() => undefined);
  });
}
