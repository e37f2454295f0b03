import { GatewayError } from './errors.ts';
import type { HandoffOwner } from './handoff.ts';

/** No human has, or is to have, the conversation. */
export class NoHandoffError extends GatewayError {
  constructor() {
    super('no human has this conversation, and none was asked for; take it over first', {
      code: 'no_handoff',
      status: 409,
    });
  }
}

/** Its owner or state has changed since the caller has read it. @see handoff.md 1.3 */
export class HandoffMovedError extends GatewayError {
  /** @param current what it is now; null when it has ended */
  constructor(etag: string, current: unknown, owner: HandoffOwner | null) {
    const who = owner === null ? 'it has changed' : `${owner.name} has it`;
    super(`the handoff is not what you have read: ${who}`, {
      code: 'handoff_moved',
      status: 412,
      headers: { etag },
      members: { current: { handoff: current }, currentEtag: etag },
    });
  }
}

/** It is kept for a colleague. */
export class HandoffOfferedError extends GatewayError {
  constructor(untilMs: number) {
    super(`it is kept for a colleague until ${new Date(untilMs).toISOString()}`, {
      code: 'handoff_offered',
      status: 409,
    });
  }
}

/** Somebody else has the conversation. */
export class NotOwnerError extends GatewayError {
  constructor(owner: HandoffOwner | null) {
    super(
      owner ? `${owner.name} has this conversation; ask for it, or have an admin assign it` : 'take it first',
      { code: 'not_owner', status: 403 },
    );
  }
}

/** The run's version of the flow has no such step, or nothing says which is meant. */
export class UnknownStepError extends GatewayError {
  constructor(stepId: string | undefined, steps: readonly string[]) {
    const known = steps.length === 0 ? 'its version is gone' : `there are ${steps.join(', ')}`;
    super(
      stepId === undefined
        ? `the flow does not say where it goes on; name a step (${known}), or "run": "published"`
        : `the run's version of the flow has no step ${stepId}: ${known}; or "run": "published" begins anew`,
      { code: 'unknown_step', status: 422 },
    );
  }
}

/** Nobody of that id may answer visitors. */
export class UnknownColleagueError extends GatewayError {
  constructor(userId: string) {
    super(`${userId} is nobody of this tenant who may answer visitors`, {
      code: 'unknown_user',
      status: 422,
    });
  }
}

export class UnknownQueueError extends GatewayError {
  constructor(queue: string, queues: readonly string[]) {
    super(`there is no queue ${queue}, but ${queues.join(', ')}`, { code: 'unknown_queue', status: 422 });
  }
}

/** Longer than the channel takes. */
export class TextTooLongError extends GatewayError {
  constructor(limit: number) {
    super(`a message may have ${limit} characters`, { code: 'text_too_long', status: 422 });
  }
}

/** A chat app takes no free text any more: a day has gone by since the user's last message. @see handoff.md 3.3 */
export class WindowClosedError extends GatewayError {
  /** @param closedAtMs null: they have never written */
  constructor(closedAtMs: number | null) {
    super(
      closedAtMs === null
        ? 'the visitor has never written: the chat app takes no text, only a template, until they do'
        : `the visitor last wrote more than a day ago: since ${new Date(closedAtMs).toISOString()} the chat app takes no text until they write again`,
      { code: 'window_closed', status: 409 },
    );
  }
}

/** The account's contact center was never asked for it, or it ended more than eight days ago. */
export class HandoffNotFoundError extends GatewayError {
  constructor() {
    super('there is no such handoff of this account', { code: 'handoff_not_found', status: 404 });
  }
}
