import { webchatHttp } from '../channels/webchat-http/channel.ts';
import { limits } from '../contract/limits.ts';
import { emptyResult, jsonResult, preflightHeaders } from '../http/write-result.ts';
import { postWebchatMessage } from '../operations/web-chat/post-message.ts';
import { readWidgetSettings } from '../operations/web-chat/read-widget-settings.ts';
import { reportVisitorTyping } from '../operations/web-chat/report-visitor-typing.ts';
import { readUpload, requestUpload } from '../operations/web-chat/request-upload.ts';
import { ownOf, pollOperations } from './poll-operations.ts';
import { knownOrigin, type Operation, type ServedStrategy, type WebChatOperation } from './serve-http.ts';

const operations: Readonly<Record<WebChatOperation, Operation>> = {
  'post-webchat-message': async (exchange) => {
    const { gateway, request, body, correlationId, receivedAtMs, caller } = exchange;
    const sent = { ...request, body, correlationId, receivedAtMs, caller };
    const answer = await postWebchatMessage(gateway, sent, exchange);
    return jsonResult(answer.status, answer.body, answer.headers);
  },

  ...pollOperations,

  'tell-visitor-types': async (exchange) => {
    await reportVisitorTyping(exchange.gateway, { ...ownOf(exchange), body: exchange.body });
    return emptyResult(204);
  },

  'request-upload': async ({ gateway, request, body, correlationId, receivedAtMs, caller }) => {
    const answer = await requestUpload(gateway, { ...request, body, correlationId, receivedAtMs, caller });
    return jsonResult(201, JSON.stringify(answer), { 'cache-control': 'no-store' });
  },

  'read-upload': async ({ gateway, request, parameters, correlationId, receivedAtMs, caller }) => {
    const asked = { ...request, correlationId, receivedAtMs, caller };
    const state = await readUpload(gateway, asked, parameters.fileId ?? '');
    return jsonResult(200, JSON.stringify(state), { 'cache-control': 'no-store' });
  },

  'read-widget-settings': async ({ gateway, request, caller }) => {
    const { tenant: tenantId, widget: widgetId } = request.query;
    const { origin } = request.headers;
    const settings = await readWidgetSettings(gateway, { tenantId, widgetId, origin, caller });
    const cached = `public, max-age=${limits.widgetSettingsCacheS}`;
    return jsonResult(200, JSON.stringify(settings), { 'cache-control': cached });
  },

  'webchat-preflight': async ({ gateway, request }) => {
    const method = request.headers['access-control-request-method'] === 'GET' ? 'GET' : 'POST';
    return emptyResult(204, preflightHeaders(await knownOrigin(gateway, request), method));
  },
};

/** Web chat, with what visitors' widgets ask for. */
export const webChatStrategy: ServedStrategy = { name: webchatHttp.name, operations };
