import type { InboxAnswer } from '../../contract/admin/handoffs.ts';
import { limits } from '../../contract/limits.ts';
import { followsOn } from '../../domain/follows-on.ts';
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
  const [messages, side, { visitor }] = await Promise.all([
    isNew ? messagesAfter(ports, name) : [],
    ports.feed.side(name),
    ports.typing.read(name),
  ]);
  return {
    messages: [...(await withFiles(ports, tenantId, messages))],
    side: side.map(({ mention, ...entry }) => ({ ...entry, ...(mention && { mention: [...mention] }) })),
    typing: visitor,
  };
}

/** Of whole, gapless turns: one whose predecessor is not in the log yet waits. */
async function messagesAfter(
  { turnLog, nowMs }: Ports,
  { tenantId, conversationId, after }: Parameters<typeof watchConversation>[1],
) {
  const turns = await turnLog.read(tenantId, conversationId, after, limits.pollMessages);
  let reached = after ?? '';
  return turns.flatMap((turn) => {
    if (!followsOn(turn, reached, nowMs())) return [];
    const said = [...(turn.inbound ? [turn.inbound] : []), ...turn.replies].filter(
      ({ id }) => id > (after ?? ''),
    );
    reached = said.at(-1)?.id ?? reached;
    return said;
  });
}
