import type { StepDocument } from './step-document.ts';

export const httpDocument: StepDocument<'http'> = {
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
