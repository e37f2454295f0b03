import type { StepDocument } from './step-document.ts';

export const messageDocument: StepDocument<'message'> = {
  about: 'Sends a text and attachments, and goes on at once.',
  fields: {
    text: 'What the visitor reads: a template, or one for each language. At most 4,096 characters; what is longer is cut and ends in " …".',
    attachments: 'Pictures, documents and the like that are sent with it, each with a `type` and a `url`.',
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
  ],
};
