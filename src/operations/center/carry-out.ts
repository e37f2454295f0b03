import type { AgentRecord, CenterAgent, CenterDoing } from '../../contract/center-records.ts';
import { limits } from '../../contract/limits.ts';
import { ConversationNotFoundError, GatewayError } from '../../domain/errors.ts';
import type { HandoffOwner } from '../../domain/handoff.ts';
import { NoHandoffError, NotOwnerError, UnknownStepError } from '../../domain/handoff-errors.ts';
import { closeHandoff } from '../handoff/close-handoff.ts';
import { noteForColleagues } from '../handoff/note-for-colleagues.ts';
import { replyToVisitor } from '../handoff/reply-to-visitor.ts';
import { returnHandoff } from '../handoff/return-handoff.ts';
import { takeHandoff } from '../handoff/take-handoff.ts';
import type { DeskPorts, DeskRequest } from '../turn/change-desk.ts';
import { tellAway } from './tell-away.ts';

/**
 * Does what a contact center says, with the operations of people. What can't be done is told to the center, and counted:
 * never dropped in silence.
 * @throws TemporarilyUnavailableError when others keep it from being written
 * @see handoff.md 4.2
 */
export async function carryOut(gateway: DeskPorts, record: AgentRecord): Promise<void> {
  if (await isOlderThanLog(gateway, record)) return;
  for (const [n, doing] of record.doings.entries()) {
    const request = await requestOf(gateway, record, doing, n);
    try {
      await does(gateway, request, doing);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status >= 500) throw error;
      await reject(gateway, record, doing, error);
    }
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** Of what was first tried before the log begins nobody can tell whether it was done: done twice would be worse than not. */
async function isOlderThanLog(
  { directory, log, metrics, nowMs }: DeskPorts,
  { tenantId, conversationId, correlationId, turnId, triedSinceMs }: AgentRecord,
): Promise<boolean> {
  if (triedSinceMs === undefined) return false;
  const tenant = await directory.findTenant(tenantId);
  const keptDays = tenant?.retention_days ?? limits.logRetentionDays;
  if (triedSinceMs > nowMs() - keptDays * dayMs) return false;
  const fields = { tenantId, conversationId, correlationId, turnId };
  log.warn('what a contact center sent before the log begins is dropped: it may have been done', fields);
  metrics.count('RequestsRefused', { tenantId, operation: 'center', code: 'too_old' });
  return true;
}

/** Says to people of the tenant that something is missing before what comes next. */
export async function noteMissing(gateway: DeskPorts, record: AgentRecord): Promise<void> {
  const text = `Something that the contact center sent before its message ${record.position} has not come.`;
  // Of a turn's id only the end is remembered: this one must not be taken for what follows.
  const turnId = `gap.${record.turnId.slice(-12)}`;
  await carryOut(gateway, { ...record, turnId, doings: [{ type: 'note', text }] });
}

async function requestOf(
  gateway: DeskPorts,
  record: AgentRecord,
  doing: CenterDoing,
  n: number,
): Promise<DeskRequest> {
  const { tenantId, conversationId, handoffId, accountId, refId, turnId, correlationId } = record;
  const agent = 'agent' in doing ? doing.agent : undefined;
  return {
    ...{ tenantId, conversationId, correlationId, isQueued: true, triedSinceMs: record.triedSinceMs },
    caller: { owner: await ownerOf(gateway, { tenantId, accountId, agent }), isAdmin: false },
    ifMatch: undefined,
    center: { handoffId, accountId, ...(refId !== null && { refId }) },
    turnId: n === 0 ? turnId : `${turnId}.${n}`,
  };
}

/** As the visitor is shown them: by the name that the center gives, else by the tenant's. */
async function ownerOf(
  { directory }: Pick<DeskPorts, 'directory'>,
  { tenantId, accountId, agent }: { tenantId: string; accountId: string; agent: CenterAgent | undefined },
): Promise<HandoffOwner> {
  if (!agent) {
    const name = (await directory.findTenant(tenantId))?.name ?? tenantId;
    return { kind: 'center', id: accountId, name };
  }
  const { id, name, picture } = agent;
  return {
    kind: 'center',
    id: `${accountId}:${id}`,
    name,
    ...(picture !== undefined && { picture }),
  };
}

async function does(gateway: DeskPorts, request: DeskRequest, doing: CenterDoing): Promise<void> {
  switch (doing.type) {
    case 'says': {
      const { text, choices, attachments } = doing;
      await replyToVisitor(gateway, { ...request, saying: { text, choices, attachments } });
      return;
    }
    case 'takes':
      await takeHandoff(gateway, request);
      return;
    case 'ends':
      return ends(gateway, request, doing);
    case 'away':
    case 'back':
      return tellAway(gateway, request, doing.type === 'away');
    case 'note':
      await noteForColleagues(gateway, { ...request, note: { text: doing.text } });
      return;
    case 'goes-on':
  }
}

async function ends(
  gateway: DeskPorts,
  request: DeskRequest,
  { how, stepId }: Extract<CenterDoing, { type: 'ends' }>,
): Promise<void> {
  if (how === 'return') {
    try {
      await returnHandoff(gateway, { ...request, way: { stepId } });
      return;
    } catch (error) {
      // Where the flow says nothing of a way back, its run is over.
      if (!(error instanceof UnknownStepError) || stepId !== undefined) throw error;
    }
  }
  await closeHandoff(gateway, { ...request, parting: {} });
}

async function reject(
  { centers, metrics, log, nowMs }: DeskPorts,
  { tenantId, conversationId, handoffId, accountId, refId, turnId, correlationId }: AgentRecord,
  { type }: CenterDoing,
  error: GatewayError,
): Promise<void> {
  const isOver = error instanceof NoHandoffError || error instanceof ConversationNotFoundError;
  const code = isOver ? 'handoff_over' : error instanceof NotOwnerError ? 'taken_elsewhere' : error.code;
  // What is over is over: only what somebody meant to say is missed.
  if (isOver && type !== 'says') return;
  metrics.count('RequestsRefused', { tenantId, operation: 'center', code });
  log.warn('what a contact center says is not taken', {
    tenantId,
    conversationId,
    correlationId,
    type,
    code,
  });
  if (refId === null) return;
  const record = { tenantId, conversationId, handoffId, accountId, atMs: nowMs() };
  await centers.wake(
    { kind: 'center', ...record, tells: { type: 'rejected', refId, code } },
    `rejected-${turnId}`,
  );
}
