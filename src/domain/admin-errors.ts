import type { DraftValidation } from '../contract/admin/flows.ts';
import type { Problem } from '../contract/problem-body.ts';
import type { RoleName } from '../contract/roles.ts';
import { GatewayError } from './errors.ts';

/** The role does not have the capability of the route. @see design 9 */
export class NotAllowedError extends GatewayError {
  constructor(role: RoleName, leastRole: RoleName) {
    super(`your role, ${role}, may not do this; the least that may is ${leastRole}`, {
      code: 'not_allowed',
      status: 403,
      members: { leastRole },
    });
  }
}

/** Only a super-admin acts for a tenant that is not their own. @see design 9 */
export class OtherTenantError extends GatewayError {
  constructor() {
    super('only a super-admin may work in another tenant', { code: 'other_tenant', status: 403 });
  }
}

/** A write without the ETag of what it changes. @see RFC 6585 3 */
export class PreconditionRequiredError extends GatewayError {
  constructor() {
    super('send If-Match with the ETag of what you have read', {
      code: 'precondition_required',
      status: 428,
    });
  }
}

/** It was changed since it was read. @see RFC 9110 15.5.13 */
export class PreconditionFailedError extends GatewayError {
  /** @param current what is stored now; absent when there is nothing */
  constructor(etag: string | null, current?: unknown) {
    super('it was changed by somebody else since you have read it', {
      code: 'precondition_failed',
      status: 412,
      ...(etag !== null && { headers: { etag } }),
      members: { ...(current !== undefined && { current }), ...(etag !== null && { currentEtag: etag }) },
    });
  }
}

/** There is one of this id. */
export class AlreadyExistsError extends GatewayError {
  constructor(kind: string, id: string) {
    super(`there is a ${kind} ${id} already`, { code: 'already_exists', status: 409 });
  }
}

/** Unknown, deleted or another tenant's: the caller can't tell which. */
export class SavedReplyNotFoundError extends GatewayError {
  constructor() {
    super('there is no saved reply of this id', { code: 'text_not_found', status: 404 });
  }
}

/** As many as people can still find something among. */
export class TooManySavedRepliesError extends GatewayError {
  constructor(limit: number) {
    super(`a tenant may have ${limit} saved replies; delete one first`, {
      code: 'too_many_texts',
      status: 409,
    });
  }
}

/** What others still use can't go. */
export class InUseError extends GatewayError {
  constructor(kind: string, id: string, usedBy: NonNullable<Problem['usedBy']>) {
    const users = usedBy.map((user) => `${user.kind} ${user.id}`).join(', ');
    super(`${kind} ${id} is in use by ${users}`, {
      code: 'in_use',
      status: 409,
      members: { usedBy: [...usedBy] },
    });
  }
}

/** Unknown, deleted or another tenant's: the caller can't tell which. */
export class ChannelNotFoundError extends GatewayError {
  constructor(channel: string, accountId: string) {
    super(`there is no account ${accountId} of the channel ${channel}`, {
      code: 'channel_not_found',
      status: 404,
    });
  }
}

/** The account lacks what it would send with. */
export class ChannelIncompleteError extends GatewayError {
  constructor(message: string) {
    super(message, { code: 'channel_incomplete', status: 409 });
  }
}

/** What webhook calls would show of themselves is another account's already: neither could be served. @see design 2.7 */
export class CredentialTakenError extends GatewayError {
  constructor() {
    super(
      'another account has the same phone number id, key or user name: their calls can not be told apart',
      {
        code: 'credential_taken',
        status: 409,
      },
    );
  }
}

/** Accounts of a channel, or widgets, have no secret for that. */
export class SecretNotFoundError extends GatewayError {
  constructor(holders: string, role: string, roles: readonly string[]) {
    super(`${holders} have no secret "${role}", but ${roles.join(', ')}`, {
      code: 'secret_not_found',
      status: 404,
    });
  }
}

/** Unknown, deleted or another tenant's: the caller can't tell which. */
export class FlowNotFoundError extends GatewayError {
  constructor(flowId: string) {
    super(`there is no flow ${flowId}`, { code: 'flow_not_found', status: 404 });
  }
}

export class VersionNotFoundError extends GatewayError {
  constructor(flowId: string, version: string | number) {
    super(`flow ${flowId} has no version ${version}`, { code: 'version_not_found', status: 404 });
  }
}

/** The draft has faults, or fails its scripted conversations. */
export class DraftNotValidError extends GatewayError {
  constructor(validation: DraftValidation) {
    const failed = validation.scripts.filter(({ ok }) => !ok).length;
    const said = [
      ...(validation.faults.length > 0
        ? [`${validation.faults.length} ${validation.faults.length === 1 ? 'fault' : 'faults'}`]
        : []),
      ...(failed > 0 ? [`${failed} of ${validation.scripts.length} scripted conversations fail`] : []),
    ];
    super(`the draft can't be published: ${said.join(', ')}`, {
      code: 'not_valid',
      status: 422,
      errors: validation.faults,
      members: { validation },
    });
  }
}

/** A version is being tried: it is to be promoted or cancelled first. */
export class CanaryRunningError extends GatewayError {
  constructor(version: number) {
    super(`version ${version} is being tried by a share of visitors: promote or cancel it first`, {
      code: 'canary_running',
      status: 409,
    });
  }
}

export class NoCanaryError extends GatewayError {
  constructor(flowId: string) {
    super(`no version of flow ${flowId} is being tried`, { code: 'no_canary', status: 409 });
  }
}

export class MessageNotFoundError extends GatewayError {
  constructor() {
    super('the conversation has no message of this id', { code: 'message_not_found', status: 404 });
  }
}
