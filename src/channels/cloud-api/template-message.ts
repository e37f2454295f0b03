import type { Attachment, SentTemplate } from '../../contract/vocabulary.ts';
import type { CloudApiMessage } from './cloud-api-message.ts';

const buttonValues = {
  url: (text: string) => ({ type: 'text', text }),
  quick_reply: (payload: string) => ({ type: 'payload', payload }),
  copy_code: (coupon_code: string) => ({ type: 'coupon_code', coupon_code }),
} as const;

/**
 * A filled template as the provider takes it; what does not vary is left out.
 * @param file of its header, when that is a picture, a video or a document
 * @see handoff.md 3.4, the Cloud API's "Template messages"
 */
export function templateMessage(
  { name, language, header, body = [], buttons = [] }: SentTemplate,
  file: Attachment | undefined,
): CloudApiMessage {
  const components = [
    ...(header ? [{ type: 'header', parameters: [textParameter(header)] }] : []),
    ...(file ? [{ type: 'header', parameters: [fileParameter(file)] }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(textParameter) }] : []),
    ...buttons.map(({ index, kind, value }) => ({
      type: 'button',
      sub_type: kind,
      index: String(index),
      parameters: [buttonValues[kind](value)],
    })),
  ];
  const content = { name, language: { code: language }, ...(components.length > 0 && { components }) };
  return { type: 'template', template: content };
}

function textParameter({ name, text }: NonNullable<SentTemplate['body']>[number]) {
  return { type: 'text', ...(name !== undefined && { parameter_name: name }), text };
}

function fileParameter({ type, url, filename }: Attachment) {
  return { type, [type]: { link: url, ...(type === 'document' && filename && { filename }) } };
}
