import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../src/channels/cloud-api/read-template.ts';
import { templateMessage } from '../../src/channels/cloud-api/reply-messages.ts';
import type { TemplateUse } from '../../src/contract/admin/texts.ts';
import { isProblem } from '../../src/domain/errors.ts';
import { fillTemplate } from '../../src/domain/template/fill-template.ts';

import { sampleTemplates } from '../../src/local/simulator/cloud-api/sample-templates.ts';

const coupon = {
  name: 'coupon',
  language: 'en',
  status: 'approved',
  category: 'MARKETING',
  components: [
    { type: 'BODY', text: 'A gift for {{1}}.' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'COPY_CODE', text: 'Copy' },
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+4915' },
      ],
    },
  ],
};
const templates = [...sampleTemplates(), coupon].flatMap((raw) => {
  const template = readTemplate(raw);
  return template ? [template] : [];
});
const invoice = { name: 'invoice', language: 'en', body: ['4711'] };
/** A template whose header is a place, though none of these is offered. */
const places = templates
  .filter(({ name }) => name === invoice.name)
  .map((each) => ({ ...each, name: 'branch', header: { kind: 'location' as const, placeholders: [] } }));
const branch = { ...invoice, name: 'branch' };
const fileId = '01JGFJJZ000000000000000001';
const filled = (use: TemplateUse) => fillTemplate([...templates, ...places], use);
function faultsOf(use: TemplateUse) {
  try {
    filled(use);
  } catch (error) {
    if (isProblem(error, 'invalid_template')) return error.errors;
    throw error;
  }
  throw new Error('it was filled');
}

const order: TemplateUse = {
  name: 'order_update',
  language: 'en',
  header: { text: 'A-17' },
  body: { name: 'Ada', order: 'A-17' },
  buttons: [{ index: 0, value: 'a17' }],
};
const appointment = { name: 'appointment', language: 'en' };

describe('a filled template', () => {
  it("has the visitor's text, and the provider's parameters by name", () => {
    const { text, template, attachments } = filled(order);
    expect(text).toBe('Order A-17\n\nHello Ada, your order A-17 has left.\n\nAnswer to talk to us.');
    expect(attachments).toBeUndefined();
    expect(templateMessage(template, undefined)).toEqual({
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'en' },
        components: [
          { type: 'header', parameters: [{ type: 'text', parameter_name: 'order', text: 'A-17' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', parameter_name: 'name', text: 'Ada' },
              { type: 'text', parameter_name: 'order', text: 'A-17' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'a17' }] },
        ],
      },
    });
  });

  it('is filled by position where it has numbers, and gives quick replies their values', () => {
    const { text, template } = filled({
      ...appointment,
      body: ['Monday', 'ten'],
      buttons: [{ index: 1, value: 'other' }],
    });
    expect(text).toBe('We expect you on Monday at ten. Does that suit you?');
    expect(templateMessage(template, undefined).template).toMatchObject({
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Monday' },
            { type: 'text', text: 'ten' },
          ],
        },
        {
          type: 'button',
          sub_type: 'quick_reply',
          index: '1',
          parameters: [{ type: 'payload', payload: 'other' }],
        },
      ],
    });
  });

  it('has no parameters without placeholders', () => {
    const { template } = filled({ name: 'go_on', language: 'en' });
    expect(templateMessage(template, undefined).template).toEqual({
      name: 'go_on',
      language: { code: 'en' },
    });
  });

  it('has the file of its header', () => {
    const { text, template, attachments } = filled({
      ...invoice,
      header: { link: 'https://shop.example/i.pdf', filename: 'Invoice.pdf' },
    });
    expect(text).toBe('Here is your invoice 4711.');
    expect(templateMessage(template, attachments?.[0]).template).toMatchObject({
      components: [
        {
          type: 'header',
          parameters: [
            { type: 'document', document: { link: 'https://shop.example/i.pdf', filename: 'Invoice.pdf' } },
          ],
        },
        { type: 'body' },
      ],
    });
  });

  it('has the code that is copied', () => {
    const { template } = filled({
      name: 'coupon',
      language: 'en',
      body: ['Ada'],
      buttons: [{ index: 0, value: 'SUMMER25' }],
    });
    expect(templateMessage(template, undefined).template).toMatchObject({
      components: [
        { type: 'body' },
        {
          type: 'button',
          sub_type: 'copy_code',
          parameters: [{ type: 'coupon_code', coupon_code: 'SUMMER25' }],
        },
      ],
    });
  });
});

describe('a template is refused before anything is written', () => {
  it.each<[string, TemplateUse, string[]]>([
    ['of an unknown name', { name: 'none', language: 'en' }, ['template.name']],
    ['in another language', { ...appointment, language: 'en_US' }, ['template.language']],
    ['that is paused', { name: 'summer_sale', language: 'en', body: ['Ada'] }, ['template.name']],
    ['of one-time codes', { name: 'sign_in_code', language: 'en', body: ['1'] }, ['template.name']],
    ['by names, given by places', { ...order, body: ['Ada', 'A-17'] }, ['template.body']],
    ['by places, given by names', { ...appointment, body: { '1': 'a', '2': 'b' } }, ['template.body']],
    ['with one value of two', { ...appointment, body: ['Monday'] }, ['template.body']],
    ['with one name of two', { ...order, body: { name: 'Ada' } }, ['template.body.order']],
    [
      'with a name that it has not',
      { ...order, body: { name: 'Ada', order: 'A', oder: 'B' } },
      ['template.body.oder'],
    ],
    ['with a line break', { ...appointment, body: ['Mon\nday', 'ten'] }, ['template.body.0']],
    ['with a tab', { ...appointment, body: ['Monday', '\tten'] }, ['template.body.1']],
    ['with five spaces', { ...appointment, body: ['Monday', 'a     b'] }, ['template.body.1']],
    ['with a blank', { ...appointment, body: ['Monday', ' '] }, ['template.body.1']],
    [
      'longer than a message once it is filled',
      { ...appointment, body: ['M'.repeat(1_000), 't'.repeat(100)] },
      ['template.body'],
    ],
    ['with too long a header', { ...order, header: { text: 'A'.repeat(60) } }, ['template.header.text']],
    ['without its header', { ...order, header: {} }, ['template.header.text']],
    [
      'with a header that it has not',
      { ...appointment, body: ['a', 'b'], header: { text: 'x' } },
      ['template.header.text'],
    ],
    ['without the file of its header', invoice, ['template.header.link']],
    [
      'with a file that anybody on the way can read',
      { ...invoice, header: { link: 'http://shop.example/i.pdf' } },
      ['template.header.link'],
    ],
    ['with an address that is none', { ...invoice, header: { link: 'https://' } }, ['template.header.link']],
    [
      'with an upload and an address',
      { ...invoice, header: { fileId, link: 'https://shop.example/i.pdf' } },
      ['template.header.fileId'],
    ],
    [
      'with a picture where a place belongs',
      { ...branch, header: { link: 'https://shop.example/i.png' } },
      ['template.header.link'],
    ],
    ['with an upload where a place belongs', { ...branch, header: { fileId } }, ['template.header.link']],
    ['without the end of its address', { ...order, buttons: [] }, ['template.buttons']],
    [
      'with a button too many',
      { ...order, buttons: [...(order.buttons ?? []), { index: 4, value: 'x' }] },
      ['template.buttons.1.index'],
    ],
    [
      'with too long a code',
      { name: 'coupon', language: 'en', body: ['Ada'], buttons: [{ index: 0, value: 'S'.repeat(16) }] },
      ['template.buttons.0.value'],
    ],
    [
      'with several faults at once',
      { ...order, body: { name: ' ' }, buttons: [] },
      ['template.body.name', 'template.body.order', 'template.buttons'],
    ],
  ])('%s', (_, use, paths) => {
    expect(faultsOf(use)?.map(({ path }) => path)).toEqual(paths);
  });

  it('names the placeholders, so that the reader can fix it', () => {
    const [fault] = faultsOf({ ...appointment, language: 'de' }) ?? [];
    expect(fault?.message).toBe('appointment is not there in de, but in en');
    expect(faultsOf({ name: 'summer_sale', language: 'en' })?.[0]?.message).toContain('PAUSED');
    const [twice] = faultsOf({ ...invoice, header: { fileId, filename: 'Invoice.pdf' } }) ?? [];
    expect(twice?.message).toBe('stands alone: a file brings its name');
  });
});
