import type { GatewayClient } from './create-client.ts';
import { answerOf } from './gateway-problem.ts';
import type { components } from './generated/api.ts';
import { backoffMs, type Pause, pause, retryAfterMs } from './pauses.ts';

/** What one look at a conversation has found. */
export type Look = components['schemas']['PollResponse'];

/** Who reads, and from where on. */
export interface Followed {
  readonly conversationId: string;
  /** Headers that say who the visitor is: `x-session-id`, and a token where the widget asks for one. */
  readonly headers: Readonly<Record<string, string>>;
  /** The last message that is known; without it everything is read. */
  readonly after?: string | null;
  readonly signal?: AbortSignal;
  readonly pause?: Pause;
}

/**
 * Reads a conversation as it goes on, by the long-poll: each look that found messages, or another state of the handoff.
 * It ends when nothing comes any more unless the visitor writes, waits out what passes by itself, and asks again where
 * it was when a request is lost.
 * @throws GatewayProblem for what does not pass, and the signal's reason when it is aborted
 */
export async function* followConversation(
  client: GatewayClient,
  { conversationId, headers, after: first = null, signal, pause: wait = pause }: Followed,
): AsyncGenerator<Look, void, undefined> {
  let after = first;
  let handoffTag: string | undefined;
  for (let failures = 0; ; ) {
    const result = await client
      .GET('/v1/webchat/conversations/{conversationId}/messages', {
        params: {
          path: { conversationId },
          query: { ...(after !== null && { after }), ...(handoffTag !== undefined && { handoffTag }) },
        },
        headers: { ...headers },
        ...(signal && { signal }),
      })
      .catch((error: unknown) => ({ error, response: null }));
    signal?.throwIfAborted();
    if (result.response === null || isPassing(result.response.status)) {
      failures += 1;
      await wait(
        (result.response && retryAfterMs(result.response.headers)) ?? backoffMs(failures),
        signal ?? null,
      );
      continue;
    }
    failures = 0;
    const look = answerOf(result);
    const isOther = handoffTag !== undefined && handoffTag !== (look.handoff?.tag ?? '');
    after = look.after;
    handoffTag = look.handoff?.tag ?? '';
    if (look.messages.length > 0 || isOther) yield look;
    if (look.next === null) return;
    const untilMs = look.next === undefined || look.next === 'now' ? 0 : Date.parse(look.next) - Date.now();
    const waitMs = Math.max(untilMs, retryAfterMs(result.response.headers) ?? 0);
    if (waitMs > 0) await wait(Math.min(waitMs, longestSleepMs), signal ?? null);
  }
}

/** A clock may be wrong, and a timer can't be set for months: after an hour one looks anyway. */
const longestSleepMs = 3_600_000;
const isPassing = (status: number) => status === 429 || status >= 500;
