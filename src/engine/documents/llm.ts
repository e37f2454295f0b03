import type { StepDocument } from './step-document.ts';

export const llmDocument: StepDocument<'llm'> = {
  about:
    'Sends the conversation so far (its last 20 messages) to a language model. Its tokens count against `llm_tokens_per_day` of the tenant; above the limit, `onError` is taken.',
  fields: {
    system: 'The system prompt; a template.',
    prompt: 'Added as the last message; a template.',
    model: "The model's name. Default: the deployment's first.",
    temperature: '0 for the most predictable answers, 1 for varied ones.',
    maxTokens:
      'The maximum length of an answer. Default: 512; at most 4,096. An answer that is cut off takes `onError` (`bad_response`): half an answer is never sent.',
    timeoutMs: 'The timeout of the model. Default and maximum: 5,000.',
    output:
      'A JSON Schema (`type`, `properties`, `required`, `items`, `enum`, `minimum`, `maximum`, `maxLength`, `description`) that the answer must match. The answer is then a value, which is saved and not sent; an answer that does not match takes `onError`.',
    tools:
      'Tools that the model may call before it answers, up to 5 times: `http` steps of the flow, each as `{ "step", "description", "arguments"? }`. `arguments` are variables with a JSON Schema each; the model sets them for that call only. The model receives what the step saves (or why it failed), and the saved variables are kept. The connections of the step itself are not taken.',
    saveAs: 'The variable to save the answer in.',
    send: 'Whether the answer is sent to the visitor.',
    background:
      'Whether a worker runs the step while the visitor waits for the reply. Default: true. With `false`, the request runs it itself, unless it has tools or its `timeoutMs` exceeds what is left of the 3 seconds after which a visitor gets a 202.',
    next: 'The next step after an answer.',
    onError: 'The next step without an answer, with the variable `error` as for `http`.',
  },
  examples: [
    {
      title: 'A model that classifies a question, then answers in its own words',
      flow: {
        id: 'sorted',
        version: 1,
        start: 'sort',
        variables: { found: {} },
        steps: {
          sort: {
            kind: 'llm',
            system: 'Sort what the visitor wants.',
            model: 'small',
            temperature: 0,
            maxTokens: 50,
            timeoutMs: 4000,
            output: {
              type: 'object',
              properties: { topic: { type: 'string', enum: ['order', 'other'] } },
              required: ['topic'],
            },
            saveAs: 'found',
            next: 'answer',
            onError: 'sorry',
          },
          answer: {
            kind: 'llm',
            system: 'You sell lamps.',
            prompt: 'Answer a question about: {{ found.topic }}',
            send: true,
            background: true,
            next: 'bye',
            onError: 'sorry',
          },
          sorry: { kind: 'end', text: 'I have no answer.' },
          bye: { kind: 'end' },
        },
      },
      script: {
        llm: ['{"topic": "order"}', 'Lamps take three days.'],
        steps: [{ user: 'where is it' }, { expect: 'Lamps take three days.' }],
      },
    },
    {
      title: 'A model that looks up orders',
      flow: {
        id: 'helper',
        version: 1,
        start: 'ask',
        variables: { number: '', order: {} },
        steps: {
          ask: {
            kind: 'llm',
            system: 'You answer questions about orders of lamps.',
            tools: [
              {
                step: 'look_up',
                description: 'The state of an order',
                arguments: { number: { type: 'string', description: 'Four digits' } },
              },
            ],
            send: true,
            next: 'bye',
            onError: 'bye',
          },
          look_up: {
            kind: 'http',
            method: 'GET',
            url: 'https://orders.example/orders/{{ number }}',
            saveAs: { order: 'response.body' },
            next: 'bye',
            onError: 'bye',
          },
          bye: { kind: 'end' },
        },
      },
      script: {
        llm: [{ calls: [{ tool: 'look_up', with: { number: '1001' } }] }, 'It is on its way.'],
        http: [{ status: 200, body: { status: 'shipped' } }],
        steps: [
          { user: 'Where is my order 1001?' },
          { expect: 'It is on its way.' },
          { expect: { variables: { order: { status: 'shipped' }, number: '' } } },
        ],
      },
    },
  ],
};
