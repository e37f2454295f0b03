import type { CenterEvent } from '../../channels/contactcenter/center-call.ts';
import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { CenterRecord, ReadMessage } from '../../contract/queue-records.ts';
import { userOf } from '../../domain/agent-turn.ts';
import { followsOn, updateIn, withUpdates } from '../../domain/conversation.ts';
import { RetryLaterError } from '../../domain/errors.ts';
import type { CenterLink } from '../../ports/handoff.ts';
import { withFiles } from '../files/read-address.ts';
import type { Gateway } from '../gateway.ts';
import type { Stored } from '../turn/change-as-agent.ts';
import { type CenterHandoffState, centerHandoffState } from './center-handoff-state.ts';
import type { NotifyPorts } from './center-ports.ts';

/** The next event, and the link after the contact center has accepted it. */
export interface NextEvent {
  readonly event: CenterEvent & { readonly position: number };
  readonly taken: Partial<CenterLink>;
  /** The handoff's, as this was made. */
  readonly epoch: number;
}

/**
 * Returns the next event for a contact center: the request, later messages, the end, or why one of its actions was
 * rejected. Null if it is up to date.
 * @param refused the center's rejected action, if this is about one
 * @throws RetryLaterError while the log isn't written yet
 * @see handoff.md 4.1, 4.4
 */
export async function nextEvent(
  gateway: NotifyPorts,
  stored: Stored | null,
  link: CenterLink,
  refused: CenterRecord['tells'],
): Promise<NextEvent | null> {
  const standing = centerHandoffState(stored, link.handoffId);
  const event =
    standing.is === 'live' && stored
      ? await ofLive(gateway, stored, link, standing)
      : ofEnded(gateway, stored, link, standing);
  const epoch = stored?.epoch ?? 0;
  if (event) return { ...event, epoch };
  if (refused?.type !== 'rejected') return null;
  const { refId, code } = refused;
  const rejected = { id: `${refId}.rejected`, type: 'rejected' as const, refId, code };
  return { ...placed(gateway, link, rejected, {}), epoch };
}

type Made = Omit<NextEvent, 'epoch'>;
type Unplaced = Pick<CenterEvent, 'id' | 'type'> & { readonly [member: string]: unknown };

function placed(
  { nowMs }: Pick<NotifyPorts, 'nowMs'>,
  { position }: CenterLink,
  event: Unplaced,
  taken: Partial<CenterLink>,
): Made {
  return { event: { at: new Date(nowMs()).toISOString(), ...event, position: position + 1 }, taken };
}

async function ofLive(
  gateway: NotifyPorts,
  stored: Stored,
  link: CenterLink,
  { live }: Extract<CenterHandoffState, { is: 'live' }>,
): Promise<Made | null> {
  // It has ended it, and its conversation does not know yet.
  if (link.endedAtMs !== null && stored.epoch <= link.endedEpoch) return null;
  const isOpen = link.opened === 'yes' && link.endedAtMs === null;
  if (!isOpen) return opening(gateway, stored, link, live);
  const messages = await readLog(gateway, stored, link.doneMessageId);
  // Messages of its own agents are known to it.
  const next = messages.find(({ author }) => author !== 'agent');
  if (!next) return nextUpdate(gateway, stored, link);
  const [shown] = await entriesOf(gateway, stored, [next]);
  return placed(gateway, link, { ...shown, id: next.id, type: 'message' }, { doneMessageId: next.id });
}

/** Returns a message update since the handoff was opened; earlier ones are in its transcript. */
async function nextUpdate(gateway: NotifyPorts, stored: Stored, link: CenterLink): Promise<Made | null> {
  if (stored.channel === 'webchat') return null;
  const done = link.doneUpdateId ?? link.doneMessageId ?? '';
  const side = await gateway.feed.side(stored);
  const entry = side.find(({ id, update }) => update !== undefined && id > done);
  const update = entry && updateIn(entry);
  if (!update) return null;
  const { id, at, ...what } = update;
  return placed(gateway, link, { id, at, type: 'update', ...what }, { doneUpdateId: id });
}

async function opening(
  gateway: NotifyPorts,
  stored: Stored,
  link: CenterLink,
  { id, reason, queue, share }: Extract<CenterHandoffState, { is: 'live' }>['live'],
): Promise<Made> {
  const { tenantId, conversationId, channel, runAfter, state } = stored;
  const messages = await readLog(gateway, stored, runAfter?.id ?? null);
  const side = channel === 'webchat' ? [] : await gateway.feed.side(stored);
  const opens = link.opens + 1;
  const event = {
    id: `${id}.open-${opens}`,
    type: 'open' as const,
    tenant: tenantId,
    conversation: conversationId,
    ...{ channel, queue, reason, user: userOf(stored), flow: state?.flow ?? null, share },
    transcript: await entriesOf(
      gateway,
      stored,
      messages.slice(-limits.centerTranscript).map((message) => withUpdates(message, side)),
    ),
    transcriptUrl: `/v1/service/conversations/${conversationId}/messages`,
  };
  const doneMessageId = messages.at(-1)?.id ?? link.doneMessageId;
  const doneUpdateId = side.findLast(({ update }) => update !== undefined)?.id;
  return placed(gateway, link, event, {
    ...{ opened: 'yes', opens, doneMessageId, endedAtMs: null },
    ...(doneUpdateId !== undefined && { doneUpdateId }),
  });
}

const lookAgainMs = 1_000;

/**
 * The messages of a conversation behind one, in their order, as far as the log reaches without a gap.
 * @throws RetryLaterError while the log lacks some that the conversation has
 */
async function readLog(
  { turnLog, nowMs }: Pick<Gateway, 'turnLog' | 'nowMs'>,
  { tenantId, conversationId, lastMessageId }: Stored,
  after: string | null,
): Promise<readonly LogMessage[]> {
  const messages: LogMessage[] = [];
  let reached = after ?? '';
  while (reached < (lastMessageId ?? '')) {
    // An event is read just after its turn was written.
    const turns = await turnLog.read(tenantId, conversationId, reached || null, limits.pollMessages, 'now');
    const before = reached;
    for (const turn of turns) {
      if (!followsOn(turn, reached, nowMs())) break;
      const written = [turn.inbound ?? [], ...turn.replies].flat().filter(({ id }) => id > reached);
      messages.push(...written);
      reached = written.at(-1)?.id ?? reached;
    }
    if (reached === before) throw new RetryLaterError('the log is not written yet', lookAgainMs);
  }
  return messages;
}

/** Messages as a center reads them; their files by addresses that hold for a while. */
async function entriesOf(gateway: NotifyPorts, { tenantId }: Stored, messages: readonly ReadMessage[]) {
  const shown = await withFiles(gateway, tenantId, messages, limits.providerAddressS);
  return shown.map(({ timestamp, ...message }) => ({ ...message, at: timestamp }));
}

/** Nothing for one that was never opened, or that the center itself has ended. */
function ofEnded(
  gateway: Pick<NotifyPorts, 'nowMs'>,
  stored: Stored | null,
  link: CenterLink,
  standing: CenterHandoffState,
): Made | null {
  if (link.endedAtMs !== null || link.opened === 'no') return null;
  if (standing.is === 'over' && standing.by === 'center') return null;
  const how =
    standing.is === 'over'
      ? { outcome: standing.outcome, by: standing.by }
      : { outcome: 'closed', by: 'taken_elsewhere' };
  const event = { id: `${link.handoffId}.end-${link.opens}`, type: 'end' as const, ...how };
  return placed(gateway, link, event, { endedAtMs: gateway.nowMs(), endedEpoch: stored?.epoch ?? 0 });
}
