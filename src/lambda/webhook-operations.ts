import type { Channel } from '../channels/channel.ts';
import { channels } from '../channels/registry.ts';
import { limits } from '../contract/limits.ts';
import { bodyTooLarge } from '../domain/errors.ts';
import { emptyResult } from '../http/write-result.ts';
import type { Gateway } from '../operations/gateway.ts';
import { acceptWebhook, subscribeWebhook } from '../operations/webhook/accept-webhook.ts';
import type { ServedStrategy } from './serve-http.ts';

/** The channels that providers call, each with what its routes do. */
export const webhookStrategies: readonly ServedStrategy<Gateway>[] = Object.values(channels).map(served);

function served(channel: Channel): ServedStrategy<Gateway> {
  return {
    name: channel.name,
    operations: {
      'accept-webhook': async ({ gateway, request, correlationId }) => {
        if (request.rawBody.length > limits.webhookBodyBytes) throw bodyTooLarge(limits.webhookBodyBytes);
        await acceptWebhook(gateway, channel, request, correlationId);
        return emptyResult(200);
      },

      'subscribe-webhook': async ({ gateway, request }) => ({
        statusCode: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: subscribeWebhook(await gateway.verifyTokens(), request.query),
      }),
    },
  };
}
