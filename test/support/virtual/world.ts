import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { createAwsClients } from '../../../src/aws/clients.ts';
import { ConversationsTable } from '../../../src/aws/conversations-table.ts';
import { DeliveriesTable } from '../../../src/aws/deliveries-table.ts';
import { TurnLogTables } from '../../../src/aws/turn-log-tables.ts';
import { functionTimeoutMs } from '../../../src/contract/function-settings.ts';
import { limits } from '../../../src/contract/limits.ts';
import { type CommittedTurn, newConversation } from '../../../src/domain/conversation.ts';
import type { PartDelivery } from '../../../src/domain/delivery-status.ts';
import { eventsOf } from '../../../src/domain/turn-effects.ts';
import type { GatewayHandler } from '../../../src/lambda/create-handler.ts';
import type { TurnLog } from '../../../src/ports/turns.ts';
import { cloudApiBody, signatureOf } from '../cloud-api.ts';
import { createHandler } from '../create-handler.ts';
import { httpEvent } from '../http-event.ts';
import { startTestStack, type TestStack } from '../start-stack.ts';
import { VirtualCalls } from './calls.ts';
import { SteppedClock } from './clock.ts';
import { type ReceivedMessage, VirtualFifo } from './fifo.ts';
import { VirtualProvider } from './provider.ts';

const minuteMs = 60_000;
/** Batches at a time, as in production. */
const concurrency = 50;
const nextId = monotonicFactory();
const silent = { count: () => undefined, time: () => undefined };

/** What one says to another through an account; each text is a reply of one turn. */
export interface Said {
  readonly tenantId: string;
  readonly user: string;
  readonly texts: readonly string[];
  /** False for a turn whose event is faster than its log. */
  readonly isLogged?: boolean;
}

/** The outbound connector and the schedule on a clock of the tests', with real tables and an AWS-like queue. */
export class World {
  readonly clock = new SteppedClock(Date.now());
  readonly provider = new VirtualProvider(this.clock);
  readonly queue: VirtualFifo;
  readonly calls: VirtualCalls;
  readonly stack: TestStack;
  readonly #handler: GatewayHandler;
  readonly #log: TurnLog;
  readonly #deliveries: DeliveriesTable;
  readonly #running = new Set<Promise<void>>();
  readonly #last = new Map<string, { readonly id: string; readonly seq: number }>();
  #nextTickMs = this.clock.nowMs() + minuteMs;

  static async start(inFlightQuota?: number): Promise<World> {
    const stack = await startTestStack({
      background: false,
      providerUrl: 'http://provider.test',
      createHandler: (env) => createHandler(env),
    });
    return new World(stack, inFlightQuota);
  }

  private constructor(stack: TestStack, inFlightQuota?: number) {
    this.stack = stack;
    this.queue = new VirtualFifo(this.clock.nowMs, inFlightQuota);
    this.calls = new VirtualCalls(this.queue);
    const { dynamodb } = createAwsClients(stack.env);
    this.#log = new TurnLogTables(dynamodb, String(stack.env.TABLE_PREFIX), this.clock.nowMs);
    this.#deliveries = new DeliveriesTable(dynamodb, String(stack.env.TABLE_PREFIX), this.clock.nowMs);
    this.#handler = createHandler(stack.env, {
      clients: createAwsClients(stack.env, this.calls),
      nowMs: this.clock.nowMs,
      pause: this.clock.sleep,
      http: this.provider,
      metrics: silent,
    });
  }

  stop(): Promise<void> {
    return this.stack.stop();
  }

  /** Commits a turn and requests its replies, as a settled turn does. @returns what writes the log */
  async commit({ tenantId, user, texts, isLogged = true }: Said): Promise<() => Promise<void>> {
    const conversationId = `conversation-${tenantId}-${user}`;
    const before = this.#last.get(conversationId);
    const turn = turnOf({ tenantId, user, texts }, conversationId, this.clock.nowMs(), before);
    const { id, seq } = turn.replies.at(-1) ?? { id: '', seq: 0 };
    this.#last.set(conversationId, { id, seq });
    const writeLog = () => this.#log.record([turn], []);
    if (isLogged) await writeLog();
    else await this.#keep(turn, seq);
    for (const { type, detail } of eventsOf(turn)) {
      this.queue.send(JSON.stringify({ 'detail-type': type, detail }), conversationId, detail.eventId);
    }
    return writeLog;
  }

  /** The conversation's item, which a turn is committed in before anybody is told of it. */
  async #keep({ tenantId, conversationId, channel, to }: CommittedTurn, lastSeq: number): Promise<void> {
    const message = { tenantId, conversationId, channel, user: { id: to } };
    const begun = newConversation(
      { message, sessionId: '', idleMinutes: 60, retentionDays: 1 },
      this.clock.nowMs(),
    );
    const { dynamodb } = createAwsClients(this.stack.env);
    const conversations = new ConversationsTable(dynamodb, String(this.stack.env.TABLE_PREFIX));
    await conversations.save({ ...begun, version: 1, lastSeq });
  }

  /** What is known of the last reply to a user. */
  async lastReply({ tenantId, user }: Pick<Said, 'tenantId' | 'user'>) {
    const { id = '' } = this.#last.get(`conversation-${tenantId}-${user}`) ?? {};
    const delivery: PartDelivery | null = await this.#deliveries.find(tenantId, id);
    return { id, state: delivery?.state ?? null, reason: delivery?.reason ?? null };
  }

  /** A provider's webhook call about messages of acme's number. */
  async tellStatuses(statuses: readonly object[]): Promise<void> {
    const body = cloudApiBody({ statuses });
    const headers = { 'x-hub-signature-256': signatureOf(body) };
    await this.#handler(httpEvent('POST', '/v1/webhooks/chatapp-a', { headers, body }), this.#context());
  }

  /** Lets time go by: batches are taken as they come, the schedule runs by the minute. */
  async run(forMs: number): Promise<void> {
    const untilMs = this.clock.nowMs() + forMs;
    for (;;) {
      while (this.#running.size < concurrency && this.#takeBatch());
      await this.calls.settled();
      if (this.#running.size < concurrency && this.queue.nextVisibleMs() <= this.clock.nowMs()) continue;
      const nextMs = Math.min(this.clock.nextMs(), this.queue.nextVisibleMs(), this.#nextTickMs);
      if (nextMs > untilMs) return this.clock.moveTo(untilMs);
      this.clock.moveTo(nextMs);
      if (this.clock.nowMs() >= this.#nextTickMs) this.#tick();
      await this.calls.settled();
    }
  }

  /** A time in which nothing runs. */
  skip(forMs: number): void {
    this.clock.moveTo(this.clock.nowMs() + forMs);
    this.#nextTickMs = this.clock.nowMs() + minuteMs;
  }

  #tick(): void {
    this.#nextTickMs += minuteMs;
    this.#track(this.#handler({ source: 'aws.scheduler' }, this.#context()).then(() => undefined));
  }

  #takeBatch(): boolean {
    const messages = this.queue.receive(limits.queueBatch);
    if (messages.length === 0) return false;
    const work = this.#handler(batchOf(messages), this.#context()).then((response) => {
      const { batchItemFailures } = response as SQSBatchResponse;
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      for (const { id } of messages) if (!failed.has(id)) this.queue.delete(id);
    });
    this.#track(work);
    return true;
  }

  #track(work: Promise<void>): void {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  #context(): Context {
    const endsAtMs = this.clock.nowMs() + functionTimeoutMs.outbound;
    return { getRemainingTimeInMillis: () => endsAtMs - this.clock.nowMs() } as Context;
  }
}

function turnOf(
  { tenantId, user, texts }: Said,
  conversationId: string,
  nowMs: number,
  before: { readonly id: string; readonly seq: number } | undefined,
): CommittedTurn {
  const timestamp = new Date(nowMs).toISOString();
  const seq = (before?.seq ?? 0) + 1;
  const id = nextId(nowMs);
  return {
    turnId: id,
    tenantId,
    conversationId,
    channel: 'chatapp',
    accountId: 'whatsapp',
    correlationId: id,
    to: user,
    committedAtMs: nowMs,
    expiresAtS: Math.floor(nowMs / 1000) + 90 * 24 * 3600,
    previousMessageId: before?.id ?? null,
    inbound: { id, seq, author: 'user', text: 'hello', timestamp },
    replies: texts.map((text, n) => ({
      id: nextId(nowMs),
      seq: seq + 1 + n,
      author: 'bot' as const,
      text,
      timestamp,
    })),
    notices: [],
    status: 'active',
    flow: { id: 'support', version: 1, stepId: 'welcome' },
    handoff: null,
  };
}

function batchOf(messages: readonly ReceivedMessage[]): SQSEvent {
  return {
    Records: messages.map(({ id, body, group, receives }) => ({
      messageId: id,
      receiptHandle: id,
      body,
      attributes: {
        ApproximateReceiveCount: String(receives),
        SentTimestamp: '0',
        SenderId: 'test',
        ApproximateFirstReceiveTimestamp: '0',
        MessageGroupId: group,
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:local:000000000000:outbound.fifo',
      awsRegion: 'local',
    })),
  };
}
