import { webchatHttp } from '../channels/webchat-http/channel.ts';
import { limits } from '../contract/limits.ts';
import { mailPageQuery } from '../contract/mail.ts';
import { type HttpRequest, readQuery } from '../http/request.ts';
import {
  emptyResult,
  type HttpResult,
  htmlResult,
  jsonResult,
  preflightHeaders,
} from '../http/write-result.ts';
import type { VisitorGateway } from '../operations/gateway.ts';
import { claimConversation } from '../operations/mail/claim-conversation.ts';
import { endConversation } from '../operations/mail/end-conversation.ts';
import { requestEmail, requestTranscript } from '../operations/mail/request-email.ts';
import { changeBeside } from '../operations/turn/change-beside.ts';
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

  'request-email': async (exchange) => {
    const { gateway, request, body } = exchange;
    const answer = await requestEmail(gateway, { ...ownOf(exchange), ...request, body });
    return jsonResult(202, JSON.stringify(answer));
  },

  'request-transcript': async (exchange) => {
    const { gateway, request } = exchange;
    await requestTranscript(gateway, { ...ownOf(exchange), ...request });
    return emptyResult(202);
  },

  'end-conversation': async (exchange) => {
    const { gateway, correlationId } = exchange;
    await endConversation(gateway, { ...ownOf(exchange), correlationId });
    return emptyResult(204);
  },

  'claim-conversation': async ({ gateway, request, body, correlationId, receivedAtMs, caller }) => {
    const sent = { ...request, body, correlationId, receivedAtMs, caller };
    return jsonResult(200, JSON.stringify(await claimConversation(gateway, sent)));
  },

  'show-mail-page': ({ gateway, request }) => mailPage(gateway, request, null),

  'press-mail-page': ({ gateway, request }) =>
    mailPage(gateway, request, new URLSearchParams(Buffer.from(request.rawBody).toString())),

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

/** Loads the texts of the pages on first use: few invocations show one. */
async function mailPage(
  gateway: VisitorGateway,
  request: HttpRequest,
  form: URLSearchParams | null,
): Promise<HttpResult> {
  const { token = '' } = readQuery(request, mailPageQuery);
  const { answerMailPage, browserLanguage, renderMailPage } = await import(
    '../operations/mail/render-mail-page.ts'
  );
  const page = await answerMailPage({ ...gateway, changeBeside }, token, form);
  const language = page.name === '' ? browserLanguage(request.headers['accept-language']) : page.language;
  return htmlResult(page.shows === 'gone' ? 404 : 200, renderMailPage({ ...page, language }));
}

/** Web chat, with what visitors' widgets ask for. */
export const webChatStrategy: ServedStrategy = { name: webchatHttp.name, operations };
