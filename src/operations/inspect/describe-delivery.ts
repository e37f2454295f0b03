import type { CommittedTurn } from '../../domain/conversation.ts';
import type { DeliveryCursor } from '../../ports/delivery-cursors.ts';
import type { Gateway } from '../gateway.ts';

/** Where it is kept how far sending has come. */
export type DeliveryRecords = Pick<Gateway, 'cursors' | 'deliveries' | 'pacing'>;

/** Says in words what became of a reply of the log; `at` is null while it has not left. */
export async function describeDelivery(
  records: DeliveryRecords,
  turn: CommittedTurn,
  reply: CommittedTurn['replies'][number],
): Promise<{ readonly at: string | null; readonly detail: string }> {
  const said = await records.deliveries.find(turn.tenantId, reply.id);
  if (!said) return { at: null, detail: await describePending(records, turn, reply.seq) };
  const reason = said.reason === undefined ? '' : `: ${said.reason}`;
  const named = said.providerMessageId === '' ? '' : ` (${said.providerMessageId})`;
  const part = said.part ? `, message ${said.part.number} of its ${said.part.of}` : '';
  return { at: said.at, detail: `${said.state}${reason}${named}${part}` };
}

async function describePending(
  { cursors, pacing }: DeliveryRecords,
  turn: CommittedTurn,
  sequence: number,
): Promise<string> {
  const { tenantId, channel, accountId, conversationId } = turn;
  if (accountId === undefined) return 'not sent yet';
  const [cursor, block] = await Promise.all([
    cursors.find(tenantId, conversationId),
    pacing.findBlock({ tenantId, channel, accountId }),
  ]);
  const again = block && `tried again at ${new Date(block.untilMs).toISOString()}`;
  if (block?.held) {
    return `not sent yet: account ${accountId} is held (${block.reason}) until somebody mends that; ${again}`;
  }
  const isNext = turn.replies.find(({ seq }) => seq > (cursor?.doneSequence ?? 0))?.seq === sequence;
  if (!isNext) return 'not sent yet: it leaves after the replies before it';
  return describeTrouble(cursor) ?? (block ? `not sent yet: ${block.reason}; ${again}` : 'not sent yet');
}

function describeTrouble(cursor: DeliveryCursor | null): string | null {
  const { trouble, waiting } = cursor ?? {};
  if (!trouble) return null;
  const { tries, reason, nextAtMs } = trouble;
  const tried = tries === 0 ? '' : `, tried ${tries === 1 ? 'once' : `${tries} times`}`;
  const where = waiting ? ', outside the queue' : '';
  return `not sent yet: ${reason}${tried}; tried again at ${new Date(nextAtMs).toISOString()}${where}`;
}
