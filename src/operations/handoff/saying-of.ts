import type * as z from 'zod/mini';
import type { replyBody } from '../../contract/admin/handoffs.ts';
import { ConversationNotFoundError } from '../../domain/errors.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { TemplatePorts } from '../templates/read-templates.ts';
import { sayTemplate } from '../templates/say-template.ts';
import type { DeskPorts } from '../turn/change-desk.ts';
import type { Saying } from './reply-to-visitor.ts';

/**
 * What somebody says in a conversation, as it will stand in the log.
 * @throws ConversationNotFoundError, InvalidTemplateError, TemplatesUnavailableError
 */
export async function sayingOf(
  ports: Pick<DeskPorts, 'conversations'> & TemplatePorts,
  { tenantId, conversationId }: ConversationName,
  { text = '', choices, template }: Pick<z.infer<typeof replyBody>, 'text' | 'choices' | 'template'>,
): Promise<Saying> {
  if (!template) return { text, choices };
  const stored = await ports.conversations.find(tenantId, conversationId);
  if (!stored) throw new ConversationNotFoundError();
  return sayTemplate(ports, stored, template);
}
