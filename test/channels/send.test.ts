import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outbound } from '../../src/channels/channel.ts';
import { channels } from '../../src/channels/registry.ts';
import { accountChannels, webhookChannels } from '../../src/contract/channels.ts';
import { readBlocks } from '../../src/contract/rich/read-blocks.ts';
import { routes } from '../../src/contract/routes.ts';
import type { KnownAccount } from '../../src/ports/directory.ts';
import { knownAccount } from './support/accounts.ts';

const token = { sending_token: ['token', 'old'] };
const chatapp = knownAccount('acme', 'chatapp', token, { account: { phone_number_id: '111' } });
const chatapp360 = knownAccount('acme', 'chatapp-360', token);
const center = knownAccount('acme', 'contactcenter', token, {
  account: { base_url: 'https://cc.example/api' },
});

function send(known: KnownAccount, reply: Partial<Outbound['reply']>, to = '16315551181', phone?: string) {
  const outbound = { to, sequence: 2, reply: { id: 'REPLY', text: '', ...reply }, ...(phone && { phone }) };
  return channels[known.account.channel].buildSends(known, outbound);
}

/** The messages of a Cloud API reply, without what is the same in each. */
function messages(reply: Partial<Outbound['reply']>): unknown[] {
  return send(chatapp, reply).map(({ body }, part) => {
    const { messaging_product, recipient_type, to, biz_opaque_callback_data, type, ...content } =
      JSON.parse(body);
    expect([messaging_product, recipient_type, to, biz_opaque_callback_data]).toEqual([
      'whatsapp',
      'individual',
      '16315551181',
      part === 0 ? 'REPLY' : `REPLY.${part}`,
    ]);
    expect(Object.keys(content)).toEqual([type]);
    return content[type];
  });
}

const choices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ label: `Choice ${n + 1}`, value: `c${n + 1}` }));

describe('a reply through the Cloud API', () => {
  it('is a call of the number with the sending token', () => {
    expect(send(chatapp, { text: 'hi' })).toEqual([
      {
        method: 'POST',
        url: 'https://graph.facebook.com/v25.0/111/messages',
        headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: '16315551181',
          type: 'text',
          text: { body: 'hi' },
          biz_opaque_callback_data: 'REPLY',
        }),
      },
    ]);
  });

  it('goes to a scoped user ID as recipient', () => {
    const [request] = send(chatapp, { text: 'hi' }, 'US.13491208655302741918');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ recipient: 'US.13491208655302741918' });
    expect(request?.body).not.toContain('"to"');
  });

  it('goes to the phone number of a scoped user while it is known', () => {
    const [request] = send(chatapp, { text: 'hi' }, 'US.13491208655302741918', '+16315551181');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      to: '16315551181',
      recipient: 'US.13491208655302741918',
    });
  });

  it('shows up to 3 choices as buttons', () => {
    const human = { label: 'Talk to somebody', value: 'human' };
    expect(messages({ text: 'How can I help?', choices: [...choices(2), human] })).toEqual([
      {
        type: 'button',
        body: { text: 'How can I help?' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'c1', title: 'Choice 1' } },
            { type: 'reply', reply: { id: 'c2', title: 'Choice 2' } },
            { type: 'reply', reply: { id: 'human', title: 'Talk to somebody' } },
          ],
        },
      },
    ]);
  });

  it('shows choices that a button would cut as a list, unless their values are too long for one', () => {
    const long = { label: 'Talk to a human being now', value: 'human' };
    const shown = (value: string) =>
      messages({ text: 'How can I help?', choices: [...choices(2), { ...long, value }] });
    expect(shown('human')).toMatchObject([{ type: 'list' }]);
    expect(JSON.stringify(shown('human'))).toContain('"description":"Talk to a human being now"');
    expect(shown('v'.repeat(201))).toMatchObject([{ type: 'button' }]);
  });

  it("opens a list with the account's text", () => {
    const known = knownAccount('acme', 'chatapp', token, {
      account: { phone_number_id: '111', list_button: 'Auswahl' },
    });
    const [request] = send(known, { text: 'Was?', choices: choices(4) });
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ interactive: { action: { button: 'Auswahl' } } });
  });

  it('shows 4 to 10 choices as a list, with labels that were cut below', () => {
    const long = { label: 'Send it by priority mail express', value: 'express' };
    const [list] = messages({ text: 'How?', choices: [...choices(9), long] });
    expect(list).toMatchObject({ type: 'list', body: { text: 'How?' }, action: { button: 'Menu' } });
    const rows = (list as { action: { sections: { rows: unknown[] }[] } }).action.sections.flatMap(
      (s) => s.rows,
    );
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual({ id: 'c1', title: 'Choice 1' });
    expect(rows[9]).toEqual({
      id: 'express',
      title: 'Send it by priority mai…',
      description: 'Send it by priority mail express',
    });
  });

  it('shows more than 10 choices, or values too long for a button, as numbered text', () => {
    const [text] = messages({ text: 'Which?', choices: choices(11) });
    expect(text).toEqual({ body: expect.stringMatching(/^Which\?\n\n1\. Choice 1\n.*\n11\. Choice 11$/s) });
    expect(messages({ text: 'Which?', choices: [{ label: 'One', value: 'v'.repeat(257) }] })).toEqual([
      { body: 'Which?\n\n1. One' },
    ]);
  });

  it('is split when it is longer than a message may be, the buttons at its end', () => {
    const long = `${'word '.repeat(1_000)}end`;
    expect(messages({ text: long })).toHaveLength(2);
    const parts = messages({ text: long, choices: choices(2) });
    expect(parts).toHaveLength(5);
    expect(parts.at(-1)).toMatchObject({ type: 'button', body: { text: expect.stringMatching(/end$/) } });
  });

  it('sends each attachment as its type', () => {
    const url = 'https://files.example/a';
    expect(
      messages({
        text: 'Here you are',
        attachments: [
          { type: 'image', url, caption: 'A' },
          { type: 'audio', url, caption: 'B' },
          { type: 'document', url, filename: 'a.pdf' },
          { type: 'sticker', mediaId: '42' },
          { type: 'location', latitude: 1, longitude: 2, name: 'Here' },
          { type: 'contact', name: 'Ada' },
          { type: 'video', caption: 'of nothing' },
        ],
      }),
    ).toEqual([
      { body: 'Here you are' },
      { link: url, caption: 'A' },
      { link: url },
      { body: 'B' },
      { link: url, filename: 'a.pdf' },
      { id: '42' },
      { latitude: 1, longitude: 2, name: 'Here' },
      [{ name: { formatted_name: 'Ada', first_name: 'Ada' } }],
      { body: 'of nothing' },
    ]);
  });

  it('sends a file as a type that the provider accepts, else as a document, by its URL', () => {
    const url = 'https://files.example/a';
    const file = { url, fileId: 'a-file-of-a-visitor', mediaId: '1', status: 'available' as const };
    const attachments = [
      { ...file, type: 'image' as const, mimeType: 'image/png', sizeBytes: 5 * 1024 * 1024 },
      { ...file, type: 'image' as const, mimeType: 'image/png', sizeBytes: 5 * 1024 * 1024 + 1 },
      { ...file, type: 'image' as const, mimeType: 'image/gif', filename: 'a.gif' },
      { ...file, type: 'audio' as const, mimeType: 'audio/ogg; codecs=opus' },
      { ...file, type: 'audio' as const, mimeType: 'audio/wav' },
      { ...file, type: 'video' as const, mimeType: 'video/quicktime' },
    ];
    const sent = send(chatapp, { attachments }).map(({ body }) => JSON.parse(body));
    expect(sent.map(({ type }) => type)).toEqual([
      ...['image', 'document', 'document', 'audio', 'document', 'document'],
    ]);
    expect(sent[2].document).toEqual({ link: url, filename: 'a.gif' });
  });

  it('says in a text which file is missing', () => {
    const attachments = [
      { type: 'image' as const, fileId: 'a-file-of-a-visitor', status: 'failed' as const, filename: 'a.png' },
    ];
    expect(messages({ attachments })).toEqual([{ body: 'a.png' }]);
  });

  it('puts attachments before buttons, and is nothing when it holds nothing', () => {
    const attachments = [{ type: 'image' as const, url: 'https://files.example/a' }];
    const [image, buttons] = messages({ text: 'Like it?', attachments, choices: choices(2) });
    expect(image).toEqual({ link: 'https://files.example/a' });
    expect(buttons).toMatchObject({ type: 'button' });
    expect(messages({ text: ' ' })).toEqual([]);
  });

  it('through 360dialog is the same body with its own address and key', () => {
    const [direct] = send(chatapp, { text: 'hi', choices: choices(2) });
    expect(send(chatapp360, { text: 'hi', choices: choices(2) })).toEqual([
      {
        method: 'POST',
        url: 'https://waba-v2.360dialog.io/messages',
        headers: { 'content-type': 'application/json', 'd360-api-key': 'token' },
        body: direct?.body,
      },
    ]);
  });
});

describe('a reply through the contact center', () => {
  it('is one open message, whatever it holds', () => {
    const [request, ...more] = send(center, {
      text: 'Pick',
      choices: choices(2),
      attachments: [{ type: 'image', url: 'https://files.example/a', mimeType: 'image/png' }],
    });
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      url: 'https://cc.example/api/messages',
      headers: { authorization: 'Bearer token', 'idempotency-key': 'REPLY' },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      id: 'REPLY',
      channel: { to: { id: '16315551181' } },
      type: 'Structured',
      text: 'Pick',
      content: [
        {
          contentType: 'Attachment',
          attachment: { mediaType: 'Image', url: 'https://files.example/a', mime: 'image/png' },
        },
        { contentType: 'QuickReply', quickReply: { text: 'Choice 1', payload: 'c1#REPLY' } },
        { contentType: 'QuickReply', quickReply: { text: 'Choice 2', payload: 'c2#REPLY' } },
      ],
    });
  });

  it('is a plain text without choices, and with more than 10 a numbered one', () => {
    const bodies = [send(center, { text: 'hi' }), send(center, { text: 'hi', choices: choices(11) })].map(
      ([request]) => JSON.parse(request?.body ?? ''),
    );
    expect(bodies[0]).toMatchObject({ type: 'Text', text: 'hi' });
    expect(bodies[1]).toMatchObject({ type: 'Text', text: expect.stringContaining('11. Choice 11') });
    expect(send(center, {})).toEqual([]);
  });
});

describe('an account', () => {
  it.each([
    ['sending_token', knownAccount('acme', 'chatapp', {}, { account: { phone_number_id: '1' } })],
    ['phone_number_id', knownAccount('acme', 'chatapp', token)],
    ['sending_token', knownAccount('acme', 'chatapp-360', { sending_token: [''] })],
    ['base_url', knownAccount('acme', 'contactcenter', token)],
  ])("without %s can't send, and says so", (missing, known) => {
    expect(() => send(known, { text: 'hi' })).toThrow(
      expect.objectContaining({ name: 'AccountIncompleteError', message: expect.stringContaining(missing) }),
    );
  });
});

const answer = (status: number, body: unknown, headers = {}) => ({
  status,
  headers,
  body: JSON.stringify(body),
});
const error = (code: number | string) => ({ error: { message: `(#${code})`, type: 'OAuthException', code } });

describe("a provider's answer", () => {
  it.each([
    [
      'with an id',
      answer(200, { messages: [{ id: 'wamid.OUT' }] }),
      { outcome: 'sent', providerMessageId: 'wamid.OUT' },
    ],
    ['without one', answer(200, {}), { outcome: 'unconfirmed', reason: 'answer_without_id' }],
    [
      'a web page',
      { status: 200, headers: {}, body: '<html>Sign in</html>' },
      { outcome: 'unconfirmed', reason: 'answer_without_id' },
    ],
    ['200 with an error', answer(200, error(131047)), { outcome: 'failed', reason: 'window_closed' }],
    ['200 with a limit', answer(200, error(130429)), { outcome: 'retry', concerns: 'account' }],
    [
      '200 with an invalid token',
      answer(200, error(190)),
      { outcome: 'held', reason: 'invalid_sending_token' },
    ],
    [
      'an ID beside an error',
      answer(200, { ...error(131047), messages: [{ id: 'wamid.OUT' }] }),
      { outcome: 'sent' },
    ],
    ['a redirect', answer(302, {}), { outcome: 'held', reason: 'base_url_redirects' }],
    [
      '429',
      answer(429, {}, { 'retry-after': '3' }),
      { outcome: 'retry', concerns: 'account', afterMs: 3_000, reason: 'http_429' },
    ],
    ['503', answer(503, 'x'), { outcome: 'retry', concerns: 'unclear', afterMs: null, reason: 'http_503' }],
    [
      '503 that allows to come back at once',
      answer(503, 'x', { 'retry-after': '0' }),
      { outcome: 'retry', concerns: 'account', afterMs: 1_000 },
    ],
    ['throughput', answer(400, error(130429)), { outcome: 'retry', concerns: 'account' }],
    [
      'spam limit',
      answer(400, error(131048)),
      { outcome: 'retry', concerns: 'account', reason: 'spam_limit' },
    ],
    ['registration limit', answer(400, error(133016)), { outcome: 'retry', concerns: 'account' }],
    ['pair limit', answer(400, error(131056)), { outcome: 'retry', concerns: 'user', reason: 'pair_limit' }],
    ['the closed window', answer(400, error(131047)), { outcome: 'failed', reason: 'window_closed' }],
    [
      'the closed window, on-premise',
      answer(400, { errors: [{ code: 470 }] }),
      { outcome: 'failed', reason: 'window_closed' },
    ],
    ['an expired token', answer(401, error(190)), { outcome: 'held', reason: 'invalid_sending_token' }],
    ['a missing permission', answer(403, error(10)), { outcome: 'held', reason: 'permission_denied' }],
    ['401 without a code', answer(401, {}), { outcome: 'held', reason: 'invalid_sending_token' }],
    ['a wrong parameter', answer(400, error(131009)), { outcome: 'failed', reason: 'invalid_parameter' }],
    ['a refusal without a code', answer(404, null), { outcome: 'failed', reason: 'http_404' }],
    ['an empty list of errors', answer(404, { errors: [] }), { outcome: 'failed', reason: 'http_404' }],
    [
      'a web page',
      { status: 200, headers: {}, body: '<html>Sign in</html>' },
      { outcome: 'unconfirmed', reason: 'answer_without_id' },
    ],
  ])('of the Cloud API is understood: %s', (_, given, outcome) => {
    expect(channels.chatapp.interpretAnswer(given, 0)).toMatchObject(outcome);
    expect(channels['chatapp-360'].interpretAnswer(given, 0)).toMatchObject(outcome);
  });

  it.each([
    ['its digits', '5531999999999', '5531999999999'],
    ['with a plus, its digits', '+5531999999999', '5531999999999'],
    ['nothing for a scoped user ID', 'US.13491208655302741918', undefined],
    ['nothing for digits with more behind them', '5531999999999@g.us', undefined],
    ['nothing where there is none', undefined, undefined],
  ])('of the Cloud API names the number of the recipient: %s', (_, wa_id, recipient) => {
    const given = answer(200, { contacts: [{ wa_id }], messages: [{ id: 'wamid.OUT' }] });
    const outcome = channels.chatapp.interpretAnswer(given, 0);
    expect('recipient' in outcome ? outcome.recipient : undefined).toBe(recipient);
  });

  it.each([
    ['with an id', answer(202, { id: 'out-1' }), { outcome: 'sent', providerMessageId: 'out-1' }],
    ['without one', answer(204, undefined), { outcome: 'sent', providerMessageId: null }],
    [
      'a web page',
      { status: 200, headers: {}, body: '<html>Sign in</html>' },
      { outcome: 'unconfirmed', reason: 'answer_without_id' },
    ],
    ['429', answer(429, {}), { outcome: 'retry', concerns: 'account', afterMs: null }],
    ['401', answer(401, { code: 'bad.credentials' }), { outcome: 'held', reason: 'invalid_sending_token' }],
    [
      'a refusal',
      answer(400, { code: 'recipient_unknown' }),
      { outcome: 'failed', reason: 'recipient_unknown' },
    ],
    ['a refusal in prose', answer(400, { code: 'Some prose!' }), { outcome: 'failed', reason: 'http_400' }],
  ])('of the contact center is understood: %s', (_, given, outcome) => {
    expect(channels.contactcenter.interpretAnswer({ ...given, body: given.body ?? '' }, 0)).toMatchObject(
      outcome,
    );
  });
});

describe('the registry', () => {
  it('has a channel for each webhook route, and a route for each channel', () => {
    const rows = routes.filter(({ operation }) => operation === 'accept-webhook');
    expect(
      accountChannels.map((channel) => `${channels[channel].name} ${webhookChannels[channel].path}`).sort(),
    ).toEqual(rows.map(({ strategy, path }) => `${strategy} ${path}`).sort());
  });
});

describe('formatting and cards', () => {
  const pot = { title: 'Tea *pot*', text: 'Now **39 €**', image: 'https://shop.example/pot.png' };
  const take = { label: 'Take it', value: 'buy pot' };
  const look = { label: 'Look', url: 'https://shop.example/pot' };

  it('a text is sent with the formatting of WhatsApp, and to a contact center without', () => {
    const text = '**Hello**, see [our page](https://shop.example/)';
    expect(messages({ text })).toEqual([{ body: '*Hello*, see our page (https://shop.example/)' }]);
    const [request] = send(center, { text });
    expect(JSON.parse(request?.body ?? '').text).toBe('Hello, see our page (https://shop.example/)');
  });

  it('a card has buttons where they fit, or one that opens a page', () => {
    const header = { type: 'image', image: { link: pot.image } };
    const [words, said, opened] = messages({
      text: 'Found:',
      cards: [
        { ...pot, buttons: [take, look] },
        { ...pot, buttons: [look] },
      ],
    });
    expect(words).toEqual({ body: 'Found:' });
    expect(said).toEqual({
      type: 'button',
      header,
      body: { text: 'Tea *pot*\nNow *39 €*\nLook: https://shop.example/pot' },
      action: { buttons: [{ type: 'reply', reply: { id: 'buy pot', title: 'Take it' } }] },
    });
    expect(opened).toEqual({
      type: 'cta_url',
      header,
      body: { text: 'Tea *pot*\nNow *39 €*' },
      action: { name: 'cta_url', parameters: { display_text: 'Look', url: look.url } },
    });
  });

  it('a card whose buttons do not fit, or that has none, is a picture with words', () => {
    const twice = [take, { ...take, label: 'Take it ' }];
    expect(messages({ cards: [{ ...pot, buttons: [...twice, look] }] })).toEqual([
      {
        link: pot.image,
        caption: 'Tea *pot*\nNow *39 €*\nLook: https://shop.example/pot\n• Take it\n• Take it',
      },
    ]);
    expect(messages({ cards: [{ title: 'Only words' }] })).toEqual([{ body: '*Only words*' }]);
  });

  it('a contact center gets a card, or a carousel', () => {
    const content = (cards: Outbound['reply']['cards']) =>
      JSON.parse(send(center, { cards })[0]?.body ?? '').content;
    const card = {
      title: pot.title,
      description: 'Now 39 €',
      image: pot.image,
      actions: [
        { type: 'Postback', text: 'Take it', payload: 'buy pot#REPLY' },
        { type: 'Link', text: 'Look', url: look.url },
      ],
    };
    const sent = { ...pot, buttons: [take, look] };
    expect(content([sent])).toEqual([{ contentType: 'Card', card }]);
    expect(content([sent, sent])).toEqual([{ contentType: 'Carousel', carousel: { cards: [card, card] } }]);
  });
});

describe('a text', () => {
  const word = fc.integer({ min: 0, max: 9_999 }).map((n) => `word${n}x`);
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
  const inline = fc.oneof(
    words,
    fc
      .tuple(
        fc.constantFrom('*', '**', '_', '__', '~~', '`', '``', '```', '***', '<b>', '\\', '|', '[', '"'),
        words,
      )
      .map(([mark, text]) => `${mark}${text}${mark}`),
    fc.tuple(fc.constantFrom('', '!'), words).map(([mark, text]) => `${mark}[${text}](https://a.example/x)`),
    words.map((text) => `[${text}](javascript:alert)`),
    words.map((text) => `<p title="x">${text}</p>`),
  );
  const line = fc
    .tuple(
      fc.constantFrom(
        '',
        '# ',
        '###### ',
        '> ',
        '> > ',
        '- ',
        '  * ',
        '7. ',
        '| ',
        '```',
        '```two ',
        '~~~',
        '    ',
      ),
      inline,
      fc.constantFrom('', ' |', ' #', '```', '`', '\\'),
    )
    .map((parts) => parts.join(''));
  const fenced = fc
    .tuple(fc.constantFrom('', 'js', 'c++'), words, fc.constantFrom('\n```', '```', ''))
    .map(([language, code, end]) => `\`\`\`${language}\n${code}${end}`);
  const texts = fc
    .array(fc.oneof(line, line, fenced, fc.constant('')), { minLength: 1, maxLength: 6 })
    .map((lines) => lines.join('\n'));
  const wordsIn = (text: string) => (text.match(/word\d+x/g) ?? []).toSorted();

  it('can be read on every channel, whatever formatting surrounds it', () => {
    fc.assert(
      fc.property(texts, words, (text, caption) => {
        const url = 'https://files.example/a';
        for (const type of ['image', 'audio', 'sticker', 'location', 'contact'] as const) {
          const attachment = { type, url, caption, latitude: 1, longitude: 2, name: 'Ada' };
          const attachments = [attachment];
          for (const known of [chatapp, chatapp360, center]) {
            const sent = send(known, { text, attachments }).map(({ body }) => body);
            expect(wordsIn(sent.join())).toEqual(wordsIn(text + caption));
          }
        }
        expect(wordsIn(JSON.stringify(readBlocks(text)))).toEqual(wordsIn(text));
      }),
    );
  });

  it('is never sent as nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('*', '**', '_', '~~', '`', '```', '\n', '#', '> ', '- ', ' ', '\\'), {
          maxLength: 8,
        }),
        (marks) => {
          const text = marks.join('');
          fc.pre(text.trim() !== '');
          for (const known of [chatapp, chatapp360, center])
            expect(send(known, { text }).length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('a message that an agent has read', () => {
  const mark = { providerMessageId: 'wamid.1', isTyping: false };
  const body = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.1' };

  it('is marked read by the call that sends, together with typing', () => {
    for (const [channel, known] of [
      [channels.chatapp, chatapp],
      [channels['chatapp-360'], chatapp360],
    ] as const) {
      const [sends] = send(known, { text: 'hi' });
      const shown = channel.showRead?.(known, mark);
      expect({ ...shown, body: null }).toEqual({ ...sends, body: null });
      expect(JSON.parse(shown?.body ?? '')).toEqual(body);
      const typing = channel.showRead?.(known, { ...mark, isTyping: true });
      expect(JSON.parse(typing?.body ?? '')).toEqual({ ...body, typing_indicator: { type: 'text' } });
    }
  });
});
