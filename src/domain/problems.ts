import type { DraftValidation } from '../contract/admin/flows.ts';
import type { Problem } from '../contract/problem-body.ts';
import type { RoleName } from '../contract/roles.ts';
import { GatewayError } from './errors.ts';
import type { HandoffOwner } from './handoff.ts';

/** The role does not have the capability of the route. @see design 9 */
export function notAllowed(role: RoleName, leastRole: RoleName): GatewayError {
  return new GatewayError(
    'not_allowed',
    `your role, ${role}, may not do this; the least that may is ${leastRole}`,
    { members: { leastRole } },
  );
}

/**
 * It was changed since it was read. @see RFC 9110 15.5.13
 * @param current what is stored now; absent when there is nothing
 */
export function preconditionFailed(etag: string | null, current?: unknown): GatewayError {
  return new GatewayError('precondition_failed', 'it was changed by somebody else since you have read it', {
    ...(etag !== null && { headers: { etag } }),
    members: { ...(current !== undefined && { current }), ...(etag !== null && { currentEtag: etag }) },
  });
}

/** There is one of this id. */
export function alreadyExists(kind: string, id: string): GatewayError {
  return new GatewayError('already_exists', `there is a ${kind} ${id} already`);
}

/** The maximum that people can still search. */
export function tooManySavedReplies(limit: number): GatewayError {
  return new GatewayError('too_many_texts', `a tenant may have ${limit} saved replies; delete one first`);
}

/** A resource in use can't be deleted. */
export function inUse(kind: string, id: string, usedBy: NonNullable<Problem['usedBy']>): GatewayError {
  const users = usedBy.map((user) => `${user.kind} ${user.id}`).join(', ');
  return new GatewayError('in_use', `${kind} ${id} is in use by ${users}`, {
    members: { usedBy: [...usedBy] },
  });
}

/** Unknown, deleted or another tenant's: the caller can't tell which. */
export function channelNotFound(channel: string, accountId: string): GatewayError {
  return new GatewayError('channel_not_found', `there is no account ${accountId} of the channel ${channel}`);
}

/** The account lacks what it would send with. */
export function channelIncomplete(message: string): GatewayError {
  return new GatewayError('channel_incomplete', message);
}

/** Accounts of a channel, or widgets, have no secret for that. */
export function secretNotFound(holders: string, role: string, roles: readonly string[]): GatewayError {
  return new GatewayError('secret_not_found', `${holders} have no secret "${role}", but ${roles.join(', ')}`);
}

/** Unknown, deleted or another tenant's: the caller can't tell which. */
export function flowNotFound(flowId: string): GatewayError {
  return new GatewayError('flow_not_found', `there is no flow ${flowId}`);
}

export function versionNotFound(flowId: string, version: string | number): GatewayError {
  return new GatewayError('version_not_found', `flow ${flowId} has no version ${version}`);
}

/** The draft has problems or failing tests. */
export function draftNotValid(validation: DraftValidation): GatewayError {
  const failed = validation.scripts.filter(({ ok }) => !ok).length;
  const sentences = [
    ...(validation.faults.length > 0
      ? [`${validation.faults.length} ${validation.faults.length === 1 ? 'fault' : 'faults'}`]
      : []),
    ...(failed > 0 ? [`${failed} of ${validation.scripts.length} scripted conversations fail`] : []),
  ];
  return new GatewayError('not_valid', `the draft can't be published: ${sentences.join(', ')}`, {
    errors: validation.faults.map(({ path, message }) => ({ path, message })),
    members: { validation },
  });
}

/** A version is being tried: it is to be promoted or cancelled first. */
export function canaryRunning(version: number): GatewayError {
  return new GatewayError(
    'canary_running',
    `version ${version} is being tried by a share of visitors: promote or cancel it first`,
  );
}

export function noCanary(flowId: string): GatewayError {
  return new GatewayError('no_canary', `no version of flow ${flowId} is being tried`);
}

/** A webhook's key, user name or password is missing or wrong: the caller can't tell which. @see design 2.7 */
export function invalidCredentials(
  message: string,
  headers: Readonly<Record<string, string>> = {},
): GatewayError {
  return new GatewayError('invalid_credentials', message, { headers });
}

/** Too many wrong passwords came from the caller's network of late. @see design 2.7 */
export function tooManyGuesses(waitMs: number): GatewayError {
  return new GatewayError('rate_limited', 'too many wrong passwords came from this address', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}

/** A reply can't be sent: its account lacks a setting or a secret. Never shown to a caller. */
export class AccountIncompleteError extends Error {
  override readonly name = 'AccountIncompleteError';

  constructor(accountId: string, missing: string) {
    super(`the channel account ${accountId} has no ${missing}`);
  }
}

/** The subscription handshake shows a token that the operator has not registered. @see design 2.7 */
export function webhookNotSubscribed(): GatewayError {
  return new GatewayError('invalid_credentials', 'the verify token is not known', { status: 403 });
}

/** Not of a type that may be sent. */
export function fileTypeNotAllowed(mimeType: string, allowed: readonly string[]): GatewayError {
  return new GatewayError(
    'file_type_not_allowed',
    `files of the type ${mimeType.slice(0, 100)} are not taken; these are: ${allowed.join(', ')}`,
  );
}

/** Larger than may be sent. */
export function fileTooLarge(maxBytes: number): GatewayError {
  return new GatewayError('file_too_large', `files may have ${maxBytes} bytes at most`);
}

/** What uploads are counted by. */
export type UploadsOf = 'session' | 'address' | 'person' | 'tenant';

/** The upload limit per hour is exceeded. */
export function tooManyUploads(limit: number, per: UploadsOf, retryAfterMs: number): GatewayError {
  return new GatewayError(
    'too_many_uploads',
    `more than ${limit} files an hour ${per === 'tenant' ? 'for' : 'from'} this ${per}`,
    { headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) } },
  );
}

/** Unknown, another visitor's, or expired. */
export function fileNotFound(fileId: string): GatewayError {
  return new GatewayError(
    'file_not_found',
    `there is no file ${fileId.slice(0, 64)} of yours, or it has expired`,
  );
}

/** Not uploaded yet, or being looked at: a moment later it is there. */
export function filePending(fileId: string): GatewayError {
  return new GatewayError(
    'file_pending',
    `the file ${fileId} has not arrived yet, or is being checked; send the message again`,
    { headers: { 'retry-after': '1' } },
  );
}

/** The file isn't what its type says, or isn't accepted. */
export function fileRejected(reason: string, status: 409 | 422 = 422): GatewayError {
  return new GatewayError('file_rejected', reason, { status });
}

/**
 * Its owner or state has changed since the caller has read it. @see handoff.md 1.3
 * @param current what it is now; null when it has ended
 */
export function handoffMoved(etag: string, current: unknown, owner: HandoffOwner | null): GatewayError {
  const who = owner === null ? 'it has changed' : `${owner.name} has it`;
  return new GatewayError('handoff_moved', `the handoff is not what you have read: ${who}`, {
    headers: { etag },
    members: { current: { handoff: current }, currentEtag: etag },
  });
}

/** It is reserved for another agent. */
export function handoffOffered(untilMs: number): GatewayError {
  return new GatewayError(
    'handoff_offered',
    `it is kept for a colleague until ${new Date(untilMs).toISOString()}`,
  );
}

/** The conversation is assigned to someone else. */
export function notOwner(owner: HandoffOwner | null): GatewayError {
  return new GatewayError(
    'not_owner',
    owner ? `${owner.name} has this conversation; ask for it, or have an admin assign it` : 'take it first',
  );
}

/** The run's version of the flow has no such step, or the step is missing. */
export function unknownStep(stepId: string | undefined, steps: readonly string[]): GatewayError {
  const known = steps.length === 0 ? 'its version is gone' : `there are ${steps.join(', ')}`;
  return new GatewayError(
    'unknown_step',
    stepId === undefined
      ? `the flow does not say where it goes on; name a step (${known}), or "run": "published"`
      : `the run's version of the flow has no step ${stepId}: ${known}; or "run": "published" begins anew`,
  );
}

/** No agent with that id. */
export function unknownTeammate(userId: string): GatewayError {
  return new GatewayError('unknown_user', `${userId} is nobody of this tenant who may answer visitors`);
}

export function unknownQueue(queue: string, queues: readonly string[]): GatewayError {
  return new GatewayError('unknown_queue', `there is no queue ${queue}, but ${queues.join(', ')}`);
}

/** A label that the tenant does not have. */
export function unknownLabel(id: string): GatewayError {
  return new GatewayError('unknown_label', `there is no label ${id}`);
}

/** More labels than a conversation may have. */
export function tooManyLabels(limit: number): GatewayError {
  return new GatewayError('too_many_labels', `a conversation may have ${limit} labels`);
}

/** Longer than the channel takes. */
export function textTooLong(limit: number): GatewayError {
  return new GatewayError('text_too_long', `a message may have ${limit} characters`);
}

/**
 * A chat app takes no free text any more: a day has gone by since the user's last message. @see handoff.md 3.3
 * @param closedAtMs null: they have never written
 */
export function windowClosed(closedAtMs: number | null): GatewayError {
  return new GatewayError(
    'window_closed',
    closedAtMs === null
      ? 'the visitor has never written: the chat app takes no text, only a template, until they do'
      : `the visitor last wrote more than a day ago: since ${new Date(closedAtMs).toISOString()} the chat app takes no text until they write again`,
  );
}

/** The token was not issued to call this API with: an ID token, or none at all. @see design 2.8 */
export function invalidToken(): GatewayError {
  return new GatewayError('invalid_token', 'an access token is needed', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}

/** The token is good, but its tenant is unknown or suspended. @see design 2.8 */
export function tenantNotActive(): GatewayError {
  return new GatewayError('tenant_not_found', 'the tenant does not exist or is suspended', { status: 403 });
}

/** The template or its parameters are invalid. @see handoff.md 3.6 */
export function invalidTemplate(errors: NonNullable<Problem['errors']>): GatewayError {
  const [first] = errors;
  return new GatewayError(
    'invalid_template',
    first ? `the template can not be sent: ${first.message}` : 'the template can not be sent',
    { errors },
  );
}

/** The fix for each code. */
const words: Readonly<Record<string, string>> = {
  account_incomplete: 'the account lacks its sending token, or (WhatsApp Cloud API) its waba_id',
  permission_denied: 'the provider refuses the token, which must be allowed to manage the business account',
};

/** The provider's templates were never listed, and can't be listed now. */
export function templatesUnavailable(accountId: string, reason: string): GatewayError {
  const isOurs = Object.hasOwn(words, reason);
  return new GatewayError(
    'templates_unavailable',
    `the templates of ${accountId} can not be read: ${words[reason] ?? reason}`,
    { status: isOurs ? 409 : 503, ...(!isOurs && { headers: { 'retry-after': '60' } }) },
  );
}

/** Users can't assign a role above their own, or change a user who has one. @see design 9 "Users" */
export function roleAboveOwn(own: RoleName, above: RoleName): GatewayError {
  return new GatewayError('role_above_own', `your role, ${own}, may not change a ${above} nor make one`, {
    members: { leastRole: above },
  });
}

/** Another change of the same user is in progress, or its result is not known yet. */
export function userBusy(): GatewayError {
  return new GatewayError('user_busy', 'this user is being changed by somebody else: look again and repeat', {
    headers: { 'retry-after': '1' },
  });
}

/** The token is good, but its user was removed, disabled or signed out since. @see design 9 "Who" */
export function accessEnded(): GatewayError {
  return new GatewayError('access_ended', 'your access has ended: sign in again, or ask an admin of yours', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  });
}
