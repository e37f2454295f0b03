import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import { RetryLaterError } from '../../domain/errors.ts';
import { followsOn } from '../../domain/follows-on.ts';
import type { Gateway } from '../gateway.ts';
import type { Stored } from '../turn/change-desk.ts';

const lookAgainMs = 1_000;

/**
 * The messages of a conversation behind one, in their order, as far as the log reaches without a gap.
 * @throws RetryLaterError while the log lacks some that the conversation has
 */
export async function readLog(
  { turnLog, nowMs }: Pick<Gateway, 'turnLog' | 'nowMs'>,
  { tenantId, conversationId, lastMessageId }: Stored,
  after: string | null,
): Promise<readonly LogMessage[]> {
  const messages: LogMessage[] = [];
  let reached = after ?? '';
  while (reached < (lastMessageId ?? '')) {
    // Who is told of a turn reads it the moment after it was written.
    const turns = await turnLog.read(tenantId, conversationId, reached || null, limits.pollMessages, 'now');
    const before = reached;
    for (const turn of turns) {
      if (!followsOn(turn, reached, nowMs())) break;
      const said = [turn.inbound ?? [], ...turn.replies].flat().filter(({ id }) => id > reached);
      messages.push(...said);
      reached = said.at(-1)?.id ?? reached;
    }
    if (reached === before) throw new RetryLaterError('the log is not written yet', lookAgainMs);
  }
  return messages;
}
