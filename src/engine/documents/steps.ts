import type { StepKind } from '../../contract/flow.ts';
import { handoffDocument } from './handoff.ts';
import { llmDocument } from './llm.ts';
import { messageDocument } from './message.ts';
import { questionDocument } from './question.ts';
import type { StepDocument } from './step-document.ts';

const endDocument: StepDocument<'end'> = {
  about:
    'Ends the run: the next message starts a new one, with fresh variables. In a called flow, or after a trigger with `return`, it ends only that part.',
  fields: { text: 'A last message to the visitor; one text, or one per language.' },
  examples: [
    {
      title: 'The shortest flow',
      flow: { id: 'short', version: 1, start: 'bye', steps: { bye: { kind: 'end', text: 'Goodbye.' } } },
      script: { steps: [{ user: 'hi' }, { expect: 'Goodbye.' }, { expect: { status: 'completed' } }] },
    },
  ],
};

const setDocument: StepDocument<'set'> = {
  about: 'Sets variables.',
  fields: {
    assign:
      'Variables, each with an expression. They are set in the order written: a later expression sees the earlier values.',
    next: 'The next step.',
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
  about: 'Continues at the step of the first condition that is true.',
  fields: {
    branches:
      'Conditions in order, each with its next step. Missing, false, 0 and empty values count as false: `"when": "name"` is true when there is a name.',
    otherwise: 'The next step when no condition is true.',
  },
  examples: [
    {
      title: 'By metadata of the page',
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
    'Waits for the given time, then continues, accurate to the minute. A waiting conversation is not closed for being idle. A run continues at most twenty times without a message from the visitor.',
  fields: {
    minutes: 'How long to wait, up to 10,080 (a week).',
    onReply: 'The next step when the visitor writes before then; the text is in `message.text`.',
    next: 'The next step when the time is up; without `onReply` also when the visitor writes.',
  },
  examples: [
    {
      title: 'A follow-up after two hours',
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
    "Runs another flow of the tenant as a part of this one, at most 5 levels deep. The called flow has its own variables; its `end` returns here. This flow's global keywords work inside it, and end it.",
  fields: {
    flow: 'The ID of the flow; its live version is run.',
    input: "Variables of the called flow, each with an expression over this flow's variables.",
    saveAs:
      "Variables of this flow, each with an expression over `result`: the called flow's variables at its end.",
    next: 'The next step when the called flow ends.',
  },
  examples: [
    {
      title: 'A separate flow that asks for an address',
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
    'Calls a service over HTTPS and saves parts of its response. Every call has an `Idempotency-Key` that stays the same if the step is run again. That happens only when the process died or could not store the result, so the service must treat the same key as the same call.',
  fields: {
    method: '`GET`, `POST`, `PUT`, `PATCH` or `DELETE`.',
    url: 'A template; scheme and host must be literal. Values are percent-encoded.',
    headers:
      'Header names and templates. Only headers may use `{{ secrets.NAME }}`: a secret of the tenant, sent only to the hosts that `flow_secrets` in `tenant.json` lists for it.',
    body: 'JSON; every string in it is a template. A template that is a single expression keeps the type of its value.',
    timeoutMs: 'The timeout of all attempts together. Default and maximum: 5,000.',
    retries: 'How often (0 to 3) to retry a call that got no response, or 429, 502, 503 or 504.',
    saveAs:
      'Variables, each with an expression over `response` (`status`, `body`). A response that lacks a value used here, or is too large (64 KB with all variables), takes `onError`.',
    background:
      'Whether a worker runs the step while the visitor waits for the reply. With `true`, the request is answered with 202 at once. By default, a worker runs steps whose `timeoutMs` is over 2,000, and the request waits up to 3 s for them. With `false`, the request runs the step itself, unless its `timeoutMs` exceeds what is left of the 3 s: a call that the request cut off would have to be repeated.',
    next: 'The next step after a response of 200 to 299.',
    onError:
      'The next step otherwise. The variable `error` then holds `code` (`deadline`: no response in time; `status`: a response other than 200 to 299; `bad_request`; `bad_response`; else `failed`), `message` and `status`.',
  },
  examples: [
    {
      title: 'An order lookup with an API key and one retry',
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
