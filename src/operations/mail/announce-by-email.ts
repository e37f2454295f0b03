import { type MailTask, mailLimits } from '../../contract/mail.ts';
import type { Conversation } from '../../domain/conversation.ts';
import type { Mailed } from '../../domain/visitor-mail.ts';
import type { Gateway } from '../gateway.ts';

/**
 * Queues the emails that are due: about a reply that the visitor has not read for two minutes, and about alerts that agents
 * have not seen for ten. After a conflict they are queued again under the same ID, and only one is sent.
 * @returns the fields about emails that change in the conversation
 * @throws TemporarilyUnavailableError when the queue can't be reached
 */
export async function announceByEmail(
  { mailQueue, nowMs }: Pick<Gateway, 'mailQueue' | 'nowMs'>,
  { tenantId, conversationId, mail, seenId = '', alerts = [] }: Conversation<unknown>,
): Promise<Pick<Mailed, 'mail' | 'alerts'>> {
  const tasks: MailTask[] = [];
  const named = { kind: 'mail', tenantId, conversationId } as const;
  const { unread, ...read } = mail ?? {};
  const isSeen = unread !== undefined && unread.messageId <= seenId;
  const isDue = unread !== undefined && unread.sinceMs + mailLimits.unreadMs <= nowMs();
  if (unread && isDue && !isSeen)
    tasks.push({ ...named, what: 'reply', id: `reply.${unread.messageId}`, sinceMs: unread.sinceMs });
  const due = alerts.filter(({ sinceMs }) => sinceMs + mailLimits.unseenMs <= nowMs());
  for (const { userId, what, api, sinceMs } of due)
    tasks.push({ ...named, what, userId, api, sinceMs, id: `${what}.${conversationId}.${sinceMs}` });
  if (tasks.length > 0) await mailQueue.enqueue(tasks);
  return {
    ...(mail && (isDue || isSeen) && { mail: read as NonNullable<Mailed['mail']> }),
    ...(due.length > 0 && { alerts: alerts.filter((alert) => !due.includes(alert)) }),
  };
}
