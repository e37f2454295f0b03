import type { StepDocument } from './step-document.ts';

export const messageDocument: StepDocument<'message'> = {
  about: 'Sends a text, attachments and cards, and continues at once.',
  fields: {
    text: 'The message: a template, or one per language, in [basic Markdown](widget.md#rich-text). At most 4,096 characters; longer text is cut and ends in " …".',
    attachments: 'Images, documents and other files to send with it, each with a `type` and a `url`.',
    cards:
      'Up to ten cards, side by side: a list of `{ "title", "text"?, "image"?, "imageText"?, "buttons"? }`, or one such object with `from`, an expression that gives a list whose entries the templates see as `item`. A button is `{ "label", "value" }`, which answers with the value, or `{ "label", "url" }`, which opens a page; at most three on a card. A card without a title and a button without its address are left out.',
    next: 'The next step.',
  },
  examples: [
    {
      title: 'A greeting in two languages, with an image',
      flow: {
        id: 'hello',
        version: 1,
        start: 'greet',
        steps: {
          greet: {
            kind: 'message',
            text: { en: 'Hello {{ message.user.firstName }}!', de: 'Hallo {{ message.user.firstName }}!' },
            attachments: [{ type: 'image', url: 'https://shop.example/hello.png', caption: 'Our shop' }],
            next: 'bye',
          },
          bye: { kind: 'end' },
        },
      },
      script: {
        visitor: { firstName: 'Ada', language: 'de-AT' },
        steps: [{ user: 'hi' }, { expect: 'Hallo Ada!' }],
      },
    },
    {
      title: 'A carousel of search results',
      flow: {
        id: 'found',
        version: 1,
        start: 'show',
        variables: {
          found: [
            { name: 'Tea pot', price: 39, id: 'p1', page: 'https://shop.example/p1' },
            { name: 'Cup', price: 9, id: 'p2', page: 'https://shop.example/p2' },
          ],
        },
        steps: {
          show: {
            kind: 'message',
            text: 'We have **two** of them:',
            cards: {
              from: 'found',
              title: '{{ item.name }}',
              text: '{{ item.price }} €',
              image: '{{ item.page }}.png',
              buttons: [
                { label: 'Take it', value: 'buy {{ item.id }}' },
                { label: 'Look', url: '{{ item.page }}' },
              ],
            },
            next: 'bye',
          },
          bye: { kind: 'end' },
        },
      },
      script: { steps: [{ user: 'tea' }, { expect: 'We have **two** of them:' }] },
    },
  ],
};
