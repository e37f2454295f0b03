import type * as z from 'zod/mini';
import type { replyBody } from '../../contract/admin/handoffs.ts';
import { filled, unfilled } from '../../contract/directory.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import { userOf } from '../../domain/agent-turn.ts';
import { GatewayError, invalidBody } from '../../domain/errors.ts';
import { fileNotFound, invalidTemplate } from '../../domain/problems.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import { readSavedReply } from '../admin/texts/saved-replies.ts';
import { type TemplatePorts, templateReply } from '../templates/read-templates.ts';
import type { AgentPorts, AgentRequest } from '../turn/change-as-agent.ts';
import { type AgentFilesPorts, attachFiles, readAgentUpload } from './agent-files.ts';
import type { AgentReply } from './reply-to-visitor.ts';

type Ports = AgentFilesPorts & Parameters<typeof replyOf>[0] & { readonly records: DirectoryRecords };
type Body = Omit<z.infer<typeof replyBody>, 'seenSeq'>;

/**
 * An agent's message: a text, a saved reply, a template, or files.
 * @throws what `replyOf` and `attachFiles` throw
 * @throws `text_not_found`, `invalid_body` for what nothing fills
 */
export async function agentReplyOf(
  ports: Ports,
  request: AgentRequest,
  { canned, files, ...content }: Body,
): Promise<AgentReply> {
  const text = canned ? await cannedText(ports, request, canned) : content.text;
  const reply = await replyOf(ports, request, { ...content, text });
  const { tenantId, conversationId, caller } = request;
  const named = { tenantId, conversationId, userId: caller.owner.id };
  const [header] = reply.attachments ?? [];
  if (header?.fileId !== undefined)
    return { ...reply, attachments: [await headerFile(ports, named, { ...header, fileId: header.fileId })] };
  if (!files) return reply;
  return { ...reply, attachments: await attachFiles(ports, named, files) };
}

/**
 * Returns an agent's message as it will be logged.
 * @throws `conversation_not_found`, `invalid_template`, `templates_unavailable`
 */
export async function replyOf(
  ports: Pick<AgentPorts, 'conversations'> & TemplatePorts,
  { tenantId, conversationId }: ConversationName,
  { text = '', choices, template }: Pick<z.infer<typeof replyBody>, 'text' | 'choices' | 'template'>,
): Promise<AgentReply> {
  if (!template) return { text, choices };
  const stored = await ports.conversations.find(tenantId, conversationId);
  if (!stored) throw new GatewayError('conversation_not_found');
  return templateReply(ports, stored, template);
}

/** An upload as the file of a template's header. @throws `invalid_template` for one of another kind */
async function headerFile(
  ports: Ports,
  named: Parameters<typeof attachFiles>[1],
  { type, fileId }: Pick<Attachment, 'type'> & { readonly fileId: string },
): Promise<Attachment> {
  const { type: uploaded } = await readAgentUpload(ports, named, fileId);
  const message = `its header is of kind ${type}, and the file is of kind ${uploaded}`;
  if (uploaded !== type) throw invalidTemplate([{ path: 'template.header.fileId', message }]);
  const [file] = await attachFiles(ports, named, [fileId]);
  if (!file) throw fileNotFound(fileId);
  return file;
}

async function cannedText(
  ports: Ports,
  { tenantId, conversationId, caller }: AgentRequest,
  { id, variables = {} }: NonNullable<Body['canned']>,
): Promise<string> {
  const [reply, stored] = await Promise.all([
    readSavedReply(ports, { tenantId }, id),
    ports.conversations.find(tenantId, conversationId),
  ]);
  if (!stored) throw new GatewayError('conversation_not_found');
  const { firstName, email, phone } = userOf(stored);
  const known = { 'user.firstName': firstName, 'user.email': email, 'user.phone': phone };
  const values = { ...known, 'agent.name': caller.owner.name, ...variables };
  // A value may look like a placeholder itself.
  const given = Object.entries(values).map(([name, value]) => [name, value?.trim() ? '-' : undefined]);
  const open = unfilled(filled(reply.text, Object.fromEntries(given)));
  if (open.length === 0) return filled(reply.text, values);
  const errors = open.map((name) => ({ path: `canned.variables.${name}`, message: 'nothing fills it' }));
  throw invalidBody('the saved reply is not filled', errors);
}
