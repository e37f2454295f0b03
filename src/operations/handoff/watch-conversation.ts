import type { InboxAnswer } from '../../contract/admin/handoffs.ts';
import { limits } from '../../contract/limits.ts';
import { followsOn } from '../../domain/follows-on.ts';
import { readMessages, updateIn } from '../../domain/message-updates.ts';
import type { DeskFeed } from '../../ports/desk-feed.ts';
import type { FileAddresses, FileRecords } from '../../ports/files.ts';
import type { Typing } from '../../ports/typing.ts';
import { withFiles } from '../files/read-address.ts';
import type { DeskPorts } from '../turn/change-desk.ts';

type Ports = Pick<DeskPorts, 'conversations' | 'turnLog' | 'nowMs'> & {
  readonly addresses: FileAddresses;
  readonly files: Pick<FileRecords, 'findAll'>;
  readonly feed: DeskFeed;
  readonly typing: Typing;
};

/** What is new in a conversation that somebody looks at; null when there is no such conversation. @see handoff.md 2.1 */
export async function watchConversation(
  ports: Ports,
  name: { readonly tenantId: string; readonly conversationId: string; readonly after: string | null },
): Promise<NonNullable<InboxAnswer['watched']> | null> {
  const { tenantId, conversationId, after } = name;
  const stored = await ports.conversations.find(tenantId, conversationId);
  if (!stored) return null;
  const isNew = stored.lastMessageId !== null && stored.lastMessageId > (after ?? '');
  const [turns, side, { visitor }] = await Promise.all([
    isNew ? turnsAfter(ports, name) : [],
    ports.feed.side(name),
    ports.typing.read(name),
  ]);
  const messages = turns.flatMap((turn) => readMessages(turn, side)).filter(({ id }) => id > (after ?? ''));
  return {
    messages: [...(await withFiles(ports, tenantId, messages))],
    side: side.map(({ mention, update: _, ...entry }, n) => {
      const update = side[n] && updateIn(side[n]);
      return { ...entry, ...(mention && { mention: [...mention] }), ...(update && { update }) };
    }),
    typing: visitor,
  };
}

/** Of whole, gapless turns: one whose predecessor is not in the log yet waits. */
async function turnsAfter(
  { turnLog, nowMs }: Ports,
  { tenantId, conversationId, after }: Parameters<typeof watchConversation>[1],
) {
  const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages);
  let reached = after ?? '';
  return turns.filter((turn) => {
    if (!followsOn(turn, reached, nowMs())) return false;
    const last = turn.replies.at(-1) ?? turn.inbound;
    if (last && last.id > reached) reached = last.id;
    return true;
  });
}
