import { channelAt } from '../channels/registry.ts';
import { limits } from '../contract/limits.ts';
import { BodyTooLargeError, RouteNotFoundError } from '../domain/errors.ts';
import { emptyResult } from '../http/write-result.ts';
import { acceptWebhook } from '../operations/webhook/accept-webhook.ts';
import { subscribeWebhook } from '../operations/webhook/subscribe-webhook.ts';
import type { Operation, WebhookOperation } from './http-operation.ts';

/** What providers call. */
export const webhookOperations: Readonly<Record<WebhookOperation, Operation>> = {
  'accept-webhook': async ({ gateway, request, correlationId }) => {
    if (request.rawBody.length > limits.webhookBodyBytes)
      throw new BodyTooLargeError(limits.webhookBodyBytes);
    const channel = channelAt(request.path);
    if (!channel) throw new RouteNotFoundError();
    await acceptWebhook(gateway, channel, request, correlationId);
    return emptyResult(200);
  },

  'subscribe-webhook': async ({ gateway, request }) => ({
    statusCode: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: subscribeWebhook(await gateway.verifyTokens(), request.query),
  }),
};
