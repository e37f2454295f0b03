import type { SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Gateway } from '../operations/gateway.ts';
import type { ConsumedQueue } from '../ports/dead-letters.ts';

const named = z.object({
  tenantId: z.optional(z.string().check(z.minLength(1))),
  conversationId: z.optional(z.string().check(z.minLength(1))),
});
const whose = z.object({ message: z.optional(named), detail: z.optional(named) });
const nobody = '-';

/**
 * Keeps a record that nobody can read as a dead letter of the tenant that it names, or that its group does.
 * @throws when that can't be stored: the record must be delivered again
 * @see design 5.3
 */
export async function keepUnreadable(
  gateway: Pick<Gateway, 'deadLetters' | 'log' | 'metrics' | 'nowMs'>,
  record: SQSRecord,
): Promise<void> {
  const { messageId, body, attributes, eventSourceARN } = record;
  const [ofGroup = '', ...rest] = (attributes.MessageGroupId ?? '').split(':');
  const { tenantId, conversationId } = namedIn(body);
  const letter = {
    tenantId: tenantId ?? (ofGroup || nobody),
    conversationId: conversationId ?? (rest.join(':') || nobody),
    id: messageId,
    queue: queueOf(eventSourceARN),
    kind: 'unreadable',
    reason: 'the record can not be read',
    attempts: Number(attributes.ApproximateReceiveCount),
    deadAtMs: gateway.nowMs(),
    correlationId: null,
    body,
  } as const;
  await gateway.deadLetters.keep(letter);
  const { queue } = letter;
  gateway.metrics.count('MessagesGivenUp', { tenantId: letter.tenantId, channel: 'unreadable' });
  gateway.log.error('a record is given up', new Error(letter.reason), { record: messageId, queue });
}

function namedIn(body: string): z.infer<typeof named> {
  try {
    const { message, detail } = whose.parse(JSON.parse(body));
    return { ...detail, ...message };
  } catch {
    return {};
  }
}

function queueOf(arn: string): ConsumedQueue {
  const name = arn.split(':').at(-1) ?? '';
  if (name.includes('continuations')) return 'continuations';
  return name.includes('outbound') ? 'outbound' : 'turns';
}
