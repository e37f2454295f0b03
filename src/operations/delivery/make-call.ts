import type { ProviderRequest, SendOutcome } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import type { ChannelAccount } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import { HttpClientError, type HttpClientErrorCode } from '../../domain/http-client-error.ts';
import { traceOf } from '../turn/report-turn.ts';
import type { DeliveryPorts } from './delivery-ports.ts';
import type { PendingReply } from './pending-replies.ts';

type Failure = Exclude<SendOutcome, { outcome: 'sent' | 'failed' }>;

const refusedAddress: Failure = { outcome: 'held', reason: 'base_url_refused' };
const lost = (reason: string): Failure => ({ outcome: 'unconfirmed', reason });

/** What a call that came to nothing says of the message. */
const failures: Readonly<Record<HttpClientErrorCode, Failure>> = {
  url_refused: refusedAddress,
  address_refused: refusedAddress,
  not_connected: { outcome: 'retry', concerns: 'account', afterMs: null, reason: 'not_connected' },
  timeout: lost('no_answer_in_time'),
  aborted: lost('no_answer_in_time'),
  network_failure: lost('connection_lost'),
  too_many_redirects: lost('unreadable_answer'),
  response_too_large: lost('unreadable_answer'),
  encoding_refused: lost('unreadable_answer'),
  bad_answer: lost('unreadable_answer'),
};

/** Makes one call of a provider's API and tells what came of it. */
export async function makeCall(
  gateway: Pick<DeliveryPorts, 'http' | 'log' | 'metrics' | 'nowMs'>,
  channel: ChannelAccount['channel'],
  { turn, reply }: PendingReply,
  request: ProviderRequest,
): Promise<SendOutcome> {
  const startedAtMs = gateway.nowMs();
  const outcome = await callProvider(gateway, channel, request);
  const dimensions = { tenantId: turn.tenantId, channel };
  gateway.metrics.time('SendMs', dimensions, gateway.nowMs() - startedAtMs);
  if (outcome.outcome === 'retry' || outcome.outcome === 'unconfirmed') {
    gateway.metrics.count('RepliesRetried', dimensions);
    const said = outcome.outcome === 'retry' ? 'a provider asks for patience' : 'a provider gave no answer';
    gateway.log.info(said, { ...traceOf(turn), replyId: reply.id, reason: outcome.reason });
  }
  return outcome;
}

/** Makes one call and tells what came of it, whatever it was made for. */
export async function callProvider(
  { http, nowMs }: Pick<DeliveryPorts, 'http' | 'nowMs'>,
  channel: ChannelAccount['channel'],
  request: ProviderRequest,
): Promise<SendOutcome> {
  try {
    const answer = await http.send({ ...request, timeoutMs: limits.sendTimeoutMs, maxRedirects: 0 });
    return channels[channel].interpretAnswer(answer, nowMs());
  } catch (error) {
    if (error instanceof HttpClientError) return failures[error.code];
    throw error;
  }
}
