import * as z from 'zod/mini';
import { plainText } from '../../contract/rich/write-text.ts';
import type { Attachment, Card } from '../../contract/vocabulary.ts';
import { AccountIncompleteError } from '../../domain/problems.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { Channel, Outbound, ProviderAnswer, ProviderRequest, SendOutcome } from '../channel.ts';
import { fitChoices, numberedText, readButtons } from '../replies/choices.ts';
import {
  concernOf,
  isPassing,
  isRedirect,
  isSuccess,
  readAnswerBody,
  retryAfterMs,
} from '../replies/provider-answer.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { quickReplyLimits, writePayload } from './limits.ts';
import { normalize } from './normalize.ts';
import { findNamed, verify } from './verify.ts';

const mediaTypes: Readonly<Partial<Record<Attachment['type'], string>>> = {
  image: 'Image',
  sticker: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'File',
};

/** One open message, whatever the reply holds. @throws AccountIncompleteError @see design 2.7 */
function buildSends(known: KnownAccount, { to, reply }: Outbound): readonly ProviderRequest[] {
  const { id, base_url } = known.account;
  if (base_url === undefined) throw new AccountIncompleteError(id, 'base_url');
  const { choices = [], attachments = [], cards = [] } = reply;
  const text = plainText(reply.markdown ?? reply.text);
  const quickReplies = fitChoices(choices, quickReplyLimits);
  const content = [
    ...attachments.flatMap(attachmentContent),
    ...cardsContent(cards, reply.id),
    ...(quickReplies ?? []).map(({ title, value }) => ({
      contentType: 'QuickReply',
      quickReply: { text: title, payload: writePayload(value, reply.id) },
    })),
  ];
  if (text === '' && content.length === 0) return [];
  const body = {
    id: reply.id,
    channel: { to: { id: to } },
    type: content.length > 0 ? 'Structured' : 'Text',
    text: quickReplies ? text : numberedText(text, choices),
    ...(content.length > 0 && { content }),
  };
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${sendingToken(known)}`,
    'idempotency-key': reply.id,
  };
  return [{ method: 'POST', url: `${base_url}/messages`, headers, body: JSON.stringify(body) }];
}

/** One card is a card, several are a carousel. @see Genesys Cloud's reference "Open Messaging", "Card", "Carousel" */
function cardsContent(cards: readonly Card[], replyId: string): object[] {
  const shown = cards.map((card) => {
    const { title, text, markdown = text, image } = card;
    const { replyButtons, links } = readButtons(card);
    const actions = [
      ...replyButtons.map(({ label, value }) => ({
        type: 'Postback',
        text: label,
        payload: writePayload(value, replyId),
      })),
      ...links.map(({ label, url }) => ({ type: 'Link', text: label, url })),
    ];
    return { title, ...(markdown !== undefined && { description: plainText(markdown) }), image, actions };
  });
  const [first, second] = shown;
  if (!first) return [];
  return [
    second ? { contentType: 'Carousel', carousel: { cards: shown } } : { contentType: 'Card', card: first },
  ];
}

function attachmentContent(attachment: Attachment): object[] {
  const { type, url, mimeType, caption, filename, latitude, longitude, name } = attachment;
  const mediaType = mediaTypes[type];
  if (mediaType !== undefined && url !== undefined) {
    return [
      { contentType: 'Attachment', attachment: { mediaType, url, mime: mimeType, text: caption, filename } },
    ];
  }
  if (latitude !== undefined && longitude !== undefined) {
    const text = [name, caption].filter(Boolean).join('\n') || undefined;
    return [{ contentType: 'Location', location: { latitude, longitude, text } }];
  }
  const body = [caption ?? name ?? filename, url].filter(Boolean).join(' ') || `[${type}]`;
  return [{ contentType: 'Text', text: { body } }];
}

/** `{"id":"…"}` */
const accepted = z.object({ id: z.string().check(z.minLength(1)) });
/** `{"code":"window.closed","message":"…"}` */
const refused = z.object({ code: z.string().check(z.regex(/^[\w.-]{1,64}$/)) });

/** An answer without a body takes the message too, as some centers do; a web page does not. @see design 2.7 */
function interpretAnswer(answer: ProviderAnswer, nowMs: number): SendOutcome {
  const body = readAnswerBody(answer);
  if (isSuccess(answer)) {
    const id = accepted.safeParse(body).data?.id ?? null;
    return id === null && answer.body.trim() !== ''
      ? { outcome: 'unconfirmed', reason: 'answer_without_id' }
      : { outcome: 'sent', providerMessageId: id };
  }
  if (isRedirect(answer)) return { outcome: 'held', reason: 'base_url_redirects' };
  const reason = refused.safeParse(body).data?.code ?? `http_${answer.status}`;
  if (isPassing(answer)) {
    const afterMs = retryAfterMs(answer, nowMs);
    return { outcome: 'retry', concerns: concernOf(answer, afterMs), afterMs, reason };
  }
  if (answer.status === 401) return { outcome: 'held', reason: 'invalid_sending_token' };
  return { outcome: 'failed', reason };
}

/** A contact center's open messaging, in neutral JSON. @see design 2.7 */
export const contactcenter: Channel = {
  name: 'contactcenter',
  verify,
  findNamed,
  normalize,
  buildSends,
  interpretAnswer,
};
