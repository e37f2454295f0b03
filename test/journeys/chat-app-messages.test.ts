import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { cloudApiBody, postCloudApi } from '../support/cloud-api.ts';
import { type ProviderMood, type ProviderSend, startFakeProvider } from '../support/fake-provider.ts';
import { flowOf } from '../support/flow-of.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const yesOrNo = [
  { label: 'Yes', value: 'yes' },
  { label: 'No', value: 'no' },
];
const shop = flowOf(
  {
    first: { kind: 'question', text: 'Order it?', choices: yesOrNo, saveAs: 'order', next: 'second' },
    second: { kind: 'question', text: 'Cancel for good?', choices: yesOrNo, saveAs: 'cancel', next: 'notes' },
    notes: { kind: 'question', text: 'Anything else?', saveAs: 'notes', next: 'amount' },
    amount: {
      kind: 'question',
      text: 'How many?',
      validate: { type: 'number' },
      maxAttempts: 2,
      onInvalid: 'lost',
      saveAs: 'amount',
      next: 'over',
    },
    over: {
      kind: 'end',
      text: 'Ordered {{ order }}, cancelled {{ cancel }}, {{ amount }} with "{{ notes }}".',
    },
    lost: { kind: 'end', text: 'Lost.' },
  },
  { id: 'shop' },
);

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
const mood: { current: ProviderMood } = { current: () => 200 };
let nowMs = Date.now();
beforeAll(async () => {
  provider = await startFakeProvider(mood);
  stack = await startTestStack({ background: false, providerUrl: provider.url, changeTenant });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

function changeTenant(folder: TenantFolder): TenantFolder {
  return {
    ...folder,
    flows: [...folder.flows, shop],
    widgets: folder.widgets.map((widget) => ({ ...widget, flow: 'shop' })),
    channels: folder.channels.map((account) => ({ ...account, flow: 'shop' })),
  };
}

const later = (seconds: number) => {
  nowMs += seconds * 1000;
  return String(Math.floor(nowMs / 1000));
};

/** What one visitor does on a channel, and what reaches them. */
interface Visitor {
  says(text: string): Promise<void>;
  /** Presses a button of a message that they were sent. */
  presses(message: string, label: string): Promise<void>;
  /** Everything they were sent since it was last asked. */
  reads(): string[];
}

async function settle(): Promise<void> {
  await stack.drain();
  await stack.drain();
}

/** The texts of what was sent to somebody, as they are asked for. */
function inbox(to: string, textOf: (send: ProviderSend) => string) {
  let seen = 0;
  const all = () => provider.sends.filter((send) => send.to === to);
  return {
    reads() {
      const texts = all().slice(seen).map(textOf);
      seen += texts.length;
      return texts;
    },
    find(text: string) {
      const send = all().find((one) => textOf(one) === text);
      if (!send) throw new Error(`${text} was not sent`);
      return send;
    },
  };
}

interface Interactive {
  readonly text?: { readonly body: string };
  readonly interactive?: {
    readonly body: { readonly text: string };
    readonly action: { readonly buttons: readonly { readonly reply: { id: string; title: string } }[] };
  };
}

/** Somebody on WhatsApp; `raw` sends any message of theirs. */
function onWhatsApp(channel: 'chatapp-a' | 'chatapp-b' = 'chatapp-a') {
  const from = `49151${String(Math.random()).slice(2, 10)}`;
  const textOf = ({ body }: ProviderSend) => {
    const { text, interactive } = body as Interactive;
    return text?.body ?? interactive?.body.text ?? '';
  };
  const { reads, find } = inbox(from, textOf);
  async function raw(message: object): Promise<string> {
    const id = `wamid.${randomUUID()}`;
    const body = cloudApiBody({ messages: [{ from, id, timestamp: later(10), ...message }] });
    const headers = { 'd360-api-key': 'development-only-d360-webhook-key' };
    const answer =
      channel === 'chatapp-a'
        ? await postCloudApi(stack, body)
        : await stack.post('/v1/webhooks/chatapp-b', body, headers);
    expect(answer.status).toBe(200);
    await settle();
    return id;
  }
  return {
    from,
    raw,
    reads,
    says: async (text: string) => void (await raw({ type: 'text', text: { body: text } })),
    async presses(message: string, label: string) {
      const { id, body } = find(message);
      const buttons = (body as Interactive).interactive?.action.buttons ?? [];
      const reply = buttons.find(({ reply: { title } }) => title === label)?.reply;
      const interactive = { type: 'button_reply', button_reply: reply };
      await raw({ type: 'interactive', context: { from: '15550783881', id }, interactive });
    },
  };
}

function atContactCenter(): Visitor {
  const user = `visitor-${randomUUID()}`;
  const { reads, find } = inbox(user, ({ body }) => String(body.text));
  async function raw(message: object) {
    const id = randomUUID();
    const time = new Date(Number(later(10)) * 1000).toISOString();
    const body = JSON.stringify({ id, channel: { from: { id: user }, time }, ...message });
    const basic = Buffer.from('acme-contact-center:development-only-contact-center-password');
    const headers = { authorization: `Basic ${basic.toString('base64')}` };
    expect((await stack.post('/v1/webhooks/contactcenter', body, headers)).status).toBe(200);
    await settle();
  }
  return {
    reads,
    says: (text) => raw({ type: 'Text', text }),
    async presses(message, label) {
      const content = find(message).body.content as { quickReply: { text: string } }[];
      const quickReply = content.find((one) => one.quickReply.text === label)?.quickReply;
      const buttonResponse = { contentType: 'ButtonResponse', buttonResponse: quickReply };
      await raw({ type: 'Structured', text: label, content: [buttonResponse] });
    },
  };
}

/** A visitor of the web chat, in the widget's form or as a REST client. */
function onTheWeb(form: 'a' | 'b'): Visitor {
  const session = randomUUID();
  const replies: { readonly id: string; readonly text: string }[] = [];
  let conversationId: string | null = null;
  let seen = 0;
  async function send(text: string, replyTo?: string) {
    const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
    const body =
      form === 'b'
        ? { text, attachments: [], user: { id: session }, ...(replyTo && { replyTo }) }
        : {
            ...{ tenantId: 'acme', conversationId, channel: 'webchat', from: { id: session } },
            content: { text, ...(replyTo && { replyTo }) },
          };
    const answer = await stack.post('/v1/webchat/messages', body, {
      ...headers,
      'x-idempotency-key': randomUUID(),
    });
    expect(answer.status).toBe(200);
    const said = await answer.json();
    conversationId = said.conversationId;
    replies.push(...said.replies);
  }
  return {
    reads() {
      const texts = replies.slice(seen).map(({ text }) => text);
      seen = replies.length;
      return texts;
    },
    says: (text) => send(text),
    async presses(message, label) {
      await send(label, replies.find(({ text }) => text === message)?.id);
    },
  };
}

const visitors: readonly (readonly [string, () => Visitor])[] = [
  ['WhatsApp', () => onWhatsApp()],
  ['360dialog', () => onWhatsApp('chatapp-b')],
  ['a contact center', atContactCenter],
  ['the widget', () => onTheWeb('a')],
  ['a REST client', () => onTheWeb('b')],
];

describe.each(visitors)('a button on %s', (_, visitorOn) => {
  it('answers the question that offers it, and no other one', async () => {
    const visitor = visitorOn();
    await visitor.says('hello');
    await visitor.presses('Order it?', 'Yes');
    expect(visitor.reads()).toEqual(['Order it?', 'Cancel for good?']);
    // A double tap is nothing that anybody has to read about; later it is asked again what waits.
    await visitor.presses('Order it?', 'Yes');
    expect(visitor.reads().filter((text) => text !== 'Cancel for good?')).toEqual([]);
    await visitor.presses('Cancel for good?', 'No');
    expect(visitor.reads()).toEqual(['Anything else?']);
    await visitor.presses('Cancel for good?', 'Yes');
    await visitor.presses('Order it?', 'No');
    expect(visitor.reads().filter((text) => text !== 'Anything else?')).toEqual([]);
    await visitor.says('no');
    await visitor.says('2');
    expect(visitor.reads()).toEqual(['How many?', 'Ordered yes, cancelled no, 2 with "no".']);
  });
});

describe('a message of a chat app', () => {
  const order = { catalog_id: 'c1', product_items: [{ product_retailer_id: 'pot', quantity: 2 }] };
  const form = { type: 'nfm_reply', nfm_reply: { name: 'flow', response_json: '{"size":"L"}' } };
  const sent = { ...form, nfm_reply: { ...form.nfm_reply, body: 'Sent' } };
  const answers: readonly (readonly [string, object])[] = [
    ['a cart', { type: 'order', order }],
    ['a filled form', { type: 'interactive', interactive: form }],
    ["a filled form with WhatsApp's own text", { type: 'interactive', interactive: sent }],
    ['a sticker', { type: 'sticker', sticker: { id: 'm1', mime_type: 'image/webp' } }],
    ['a place', { type: 'location', location: { latitude: 1, longitude: 2 } }],
  ];
  const nothing: readonly (readonly [string, object])[] = [
    ['media to be seen once', { type: 'unsupported', errors: [{ code: 131051, title: 'Unsupported' }] }],
    ['an invisible character', { type: 'text', text: { body: '\u200b' } }],
    ['a missed call', { type: 'call', call: { status: 'missed' } }],
    [
      'a permission to call',
      {
        type: 'interactive',
        interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
      },
    ],
  ];
  async function atNotes() {
    const visitor = onWhatsApp();
    await visitor.says('hello');
    await visitor.says('yes');
    await visitor.says('no');
    visitor.reads();
    return visitor;
  }

  it.each(answers)('that is %s is accepted by a question that accepts anything', async (_, message) => {
    const visitor = await atNotes();
    await visitor.raw(message);
    expect(visitor.reads()).toEqual(['How many?']);
  });

  it.each(nothing)('that is %s is no answer, and its visitor reads why', async (_, message) => {
    const visitor = await atNotes();
    await visitor.raw(message);
    // In the language of the tenant's country: the chat app tells none of the visitor's.
    expect(visitor.reads()).toEqual(['Diese Art von Nachricht kann ich nicht lesen.\n\nAnything else?']);
    await visitor.says('fine');
    expect(visitor.reads()).toEqual(['How many?']);
  });

  it.each([...answers, ...nothing])(
    'that is %s costs a question for a number no attempt',
    async (_, message) => {
      const visitor = await atNotes();
      await visitor.says('fine');
      for (let n = 0; n < 3; n += 1) await visitor.raw(message);
      await visitor.says('many');
      expect(visitor.reads()).toEqual([
        'How many?',
        ...Array(3).fill(expect.stringMatching(/^(Bitte antworten Sie|Diese Art von).*\n\nHow many\?$/)),
        'Bitte geben Sie eine Zahl ein, zum Beispiel 12.\n\nHow many?',
      ]);
      await visitor.says('3');
      expect(visitor.reads()).toEqual([expect.stringContaining('3 with "fine"')]);
    },
  );

  it('that opens the chat repeats the question', async () => {
    const visitor = await atNotes();
    await visitor.raw({ type: 'request_welcome' });
    expect(visitor.reads()).toEqual(['Anything else?']);
  });
});

describe('a reply that does not arrive', () => {
  const failures = () =>
    stack.bus.events
      .filter((event) => event['detail-type'] === 'Channel.DeliveryFailed')
      .map(({ detail: { eventId, messageId, data } }) => ({
        ...{ eventId: String(eventId), messageId },
        data: data as { reason: string; error?: { code: string } },
      }));

  it('is published on the bus, whether it is rejected at once or later', async () => {
    mood.current = () => 400;
    const refused = onWhatsApp();
    await refused.says('hello');
    mood.current = () => 200;
    const taken = onWhatsApp();
    await taken.says('hello');
    const sent = provider.sends.findLast(({ to }) => to === taken.from);
    const error = { title: 'Re-engagement message', message: 'Re-engagement message' };
    const details = 'More than 24 hours have passed.';
    const errors = [{ code: 131047, ...error, error_data: { details } }];
    const status = {
      id: sent?.id,
      status: 'failed',
      timestamp: later(1),
      biz_opaque_callback_data: sent?.replyId,
      errors,
    };
    for (let n = 0; n < 2; n += 1) await postCloudApi(stack, cloudApiBody({ statuses: [status] }));
    const told = failures();
    expect(told.map(({ data }) => data.reason)).toEqual([
      'recipient_unreachable',
      'window_closed',
      'window_closed',
    ]);
    expect(new Set(told.slice(1).map(({ eventId }) => eventId)).size).toBe(1);
    expect(told[1]).toMatchObject({ messageId: sent?.replyId, data: { error: { code: '131047', details } } });
  });
});
