import type { StepKind } from '../../contract/flow.ts';
import { handoffDocument } from './handoff.ts';
import { llmDocument } from './llm.ts';
import { messageDocument } from './message.ts';
import { questionDocument } from './question.ts';
import type { StepDocument } from './step-document.ts';

const endDocument: StepDocument<'end'> = {
  about:
    'Ends the run: the next message starts a new one, with fresh variables. In a flow that was called, or after a trigger with `return`, it ends that part.',
  fields: { text: 'What is said at the end, by language if you like.' },
  examples: [
    {
      title: 'The shortest flow',
      flow: { id: 'short', version: 1, start: 'bye', steps: { bye: { kind: 'end', text: 'Goodbye.' } } },
      script: { steps: [{ user: 'hi' }, { expect: 'Goodbye.' }, { expect: { status: 'completed' } }] },
    },
  ],
};

const setDocument: StepDocument<'set'> = {
  about: 'Gives variables new values.',
  fields: {
    assign:
      'Variables, each with an expression. They are set in the order written: a later one sees an earlier one.',
    next: 'The step that follows.',
  },
  examples: [
    {
      title: 'A total',
      flow: {
        id: 'total',
        version: 1,
        start: 'add',
        variables: { price: 12.5, count: 2, total: 0 },
        steps: {
          add: { kind: 'set', assign: { total: 'price * count' }, next: 'tell' },
          tell: { kind: 'end', text: 'That makes {{ format(total, 2) }} EUR.' },
        },
      },
      script: { steps: [{ user: 'hi' }, { expect: 'That makes 25.00 EUR.' }] },
    },
  ],
};

const branchDocument: StepDocument<'branch'> = {
  about: 'Goes where the first condition points that holds.',
  fields: {
    branches:
      'Conditions in order, each with the step it leads to. What is missing, false, 0 or empty does not hold: `"when": "name"` asks whether there is a name.',
    otherwise: 'Where the flow goes when none of them holds.',
  },
  examples: [
    {
      title: 'By what the page tells',
      flow: {
        id: 'by-page',
        version: 1,
        start: 'which',
        steps: {
          which: {
            kind: 'branch',
            branches: [{ when: "message.metadata.plan == 'gold'", next: 'gold' }],
            otherwise: 'everybody',
          },
          gold: { kind: 'end', text: 'Your own number is 555.' },
          everybody: { kind: 'end', text: 'Write to us.' },
        },
      },
      script: { metadata: { plan: 'gold' }, steps: [{ user: 'hi' }, { expect: 'Your own number is 555.' }] },
    },
  ],
};

const waitDocument: StepDocument<'wait'> = {
  about:
    'Lets time go by, and goes on by itself, to the minute. While it waits the conversation is not closed for being idle. A run goes on by itself twenty times at most until the visitor writes.',
  fields: {
    minutes: 'How long, up to 10,080 (a week).',
    onReply: 'Where the flow goes when the visitor writes before; what was said is `message.text`.',
    next: 'The step that follows when the time is up; without `onReply` also when the visitor writes.',
  },
  examples: [
    {
      title: 'A look back after two hours',
      flow: {
        id: 'parcel',
        version: 1,
        start: 'sent',
        steps: {
          sent: { kind: 'message', text: 'Your parcel is at the door.', next: 'later' },
          later: { kind: 'wait', minutes: 120, onReply: 'noted', next: 'ask' },
          noted: { kind: 'end', text: 'We tell the driver: {{ message.text }}' },
          ask: { kind: 'question', text: 'Has it arrived?', saveAs: 'arrived', next: 'bye' },
          bye: { kind: 'end', text: 'Thank you.' },
        },
      },
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'Your parcel is at the door.' },
          { minutes: 119 },
          { minutes: 1 },
          { expect: 'Has it arrived?' },
          { user: 'yes' },
          { expect: 'Thank you.' },
        ],
      },
    },
  ],
};

const callDocument: StepDocument<'call'> = {
  about:
    "Runs another flow of the tenant as a part of this one, at most 5 deep. The part has variables of its own; its `end` comes back here. Words of this flow's triggers are heard inside it, and end it.",
  fields: {
    flow: 'Id of the flow; its published version is run.',
    input: "Its variables, each with an expression over this flow's.",
    saveAs: "Variables of this flow, each with an expression over `result`: the part's variables at its end.",
    next: 'The step that follows its end.',
  },
  examples: [
    {
      title: 'An address, asked for in a flow of its own',
      flow: {
        id: 'order-lamp',
        version: 1,
        start: 'ask_address',
        steps: {
          ask_address: {
            kind: 'call',
            flow: 'address',
            input: { what: "'lamp'" },
            saveAs: { street: 'result.street' },
            next: 'tell',
          },
          tell: { kind: 'end', text: 'It goes to {{ street }}.' },
        },
      },
      others: [
        {
          id: 'address',
          version: 1,
          start: 'ask',
          variables: { what: '', street: '' },
          steps: {
            ask: { kind: 'question', text: 'Where shall the {{ what }} go?', saveAs: 'street', next: 'back' },
            back: { kind: 'end' },
          },
        },
      ],
      script: {
        steps: [
          { user: 'hi' },
          { expect: 'Where shall the lamp go?' },
          { user: 'Main Street 1' },
          { expect: 'It goes to Main Street 1.' },
        ],
      },
    },
  ],
};

const httpDocument: StepDocument<'http'> = {
  about:
    'Calls a service over https and keeps parts of its answer. An `Idempotency-Key` that stays the same when the step is run again is sent by itself; a step is run again only when the process that ran it died, or could not store the result, so a service must treat the same key as the same call.',
  fields: {
    method: '`GET`, `POST`, `PUT`, `PATCH` or `DELETE`.',
    url: 'A template; scheme and host must be written out. Values are percent-encoded.',
    headers:
      'Header names and templates. Only here `{{ secrets.NAME }}` is known: a secret of the tenant, sent to the hosts that `flow_secrets` of `tenant.json` names for it.',
    body: 'JSON; every text in it is a template. One that is a single expression keeps the kind of its value.',
    timeoutMs: 'How long all attempts may take together, at most and unless told 5,000.',
    retries: 'How often (0 to 3) a call is made again that got no answer, or 429, 502, 503 or 504.',
    saveAs:
      'Variables, each with an expression over `response` (`status`, `body`). An answer that lacks what is asked for here, or is too large to be kept (64 KB with all variables), takes `onError`.',
    background:
      'Whether a worker runs the step while the visitor waits for the reply. Where it is `true`, a request is answered by 202 at once; where nothing is written, steps whose `timeoutMs` is over 2,000 are handed over, and a request waits up to 3 s for them. With `false` the request runs the step itself, unless its `timeoutMs` does not fit into what is left of the 3 s: a call that the request cut off would have to be made again.',
    next: 'The step that follows an answer of 200 to 299.',
    onError:
      'Where the flow goes otherwise. The variable `error` then holds `code` (`deadline`: no answer in time; `status`: an answer other than 200 to 299; `bad_request`; `bad_response`; else `failed`), `message` and `status`.',
  },
  examples: [
    {
      title: 'An order, looked up with a key, tried again once',
      flow: {
        id: 'look-up',
        version: 1,
        start: 'ask_service',
        variables: { number: '1001', order: {} },
        steps: {
          ask_service: {
            kind: 'http',
            method: 'POST',
            url: 'https://orders.example/orders/{{ number }}/events',
            headers: { authorization: 'Bearer {{ secrets.orders_key }}' },
            body: { event: 'asked', by: '{{ message.user.email }}' },
            timeoutMs: 2000,
            retries: 1,
            saveAs: { order: 'response.body' },
            background: false,
            next: 'tell',
            onError: 'sorry',
          },
          tell: { kind: 'end', text: 'Order {{ number }} is {{ order.status }}.' },
          sorry: { kind: 'end', text: 'That did not work: {{ error.code }}.' },
        },
      },
      script: {
        http: [{ fails: true }, { status: 200, body: { status: 'shipped' } }],
        steps: [{ user: 'hi' }, { expect: 'Order 1001 is shipped.' }],
      },
    },
  ],
};

/** What the reference says of every kind of step. */
export const stepDocuments = {
  message: messageDocument,
  question: questionDocument,
  set: setDocument,
  branch: branchDocument,
  http: httpDocument,
  llm: llmDocument,
  handoff: handoffDocument,
  call: callDocument,
  wait: waitDocument,
  end: endDocument,
} satisfies { [K in StepKind]: StepDocument<K> };
