import type { StepDocument } from './step-document.ts';

export const messageDocument: StepDocument<'message'> = {
  about: 'Sends a text, attachments and cards, and goes on at once.',
  fields: {
    text: 'What the visitor reads: a template, or one for each language, in [a little Markdown](widget.md#rich-text). At most 4,096 characters; what is longer is cut and ends in " …".',
    attachments: 'Pictures, documents and the like that are sent with it, each with a `type` and a `url`.',
    cards:
      'Up to ten cards, side by side: a list of `{ "title", "text"?, "image"?, "imageText"?, "buttons"? }`, or one such object with `from`, an expression that gives a list whose entries the templates see as `item`. A button is `{ "label", "value" }`, which says the value for the visitor, or `{ "label", "url" }`, which opens a page; three on a card at most. What has no title, or no address where it needs one, is left out.',
    next: 'The step that follows.',
  },
  examples: [
    {
      title: 'A greeting in two languages, with a picture',
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
      title: 'A carousel of what a shop has found',
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
