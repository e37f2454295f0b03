import type { CenterRecord } from '../../contract/center-records.ts';
import { limits } from '../../contract/limits.ts';
import { showAttention } from '../handoff/show-attention.ts';
import type { TellPorts } from './center-ports.ts';
import { standingOf } from './standing-of.ts';

/** Shows the visitor's chat app that a center's agent has read what they wrote, or writes; what is late is dropped. */
export async function tellAttention(
  gateway: TellPorts,
  { tenantId, conversationId, handoffId, atMs }: CenterRecord,
  { isTyping }: { readonly isTyping: boolean },
): Promise<void> {
  if (gateway.nowMs() - atMs > limits.centerTypingMs) return;
  const stored = await gateway.conversations.find(tenantId, conversationId);
  const standing = standingOf(stored, handoffId);
  if (stored && standing.is === 'live') await showAttention(gateway, stored, standing.live, { isTyping });
}
