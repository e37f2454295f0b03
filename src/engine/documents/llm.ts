import type { StepDocument } from './step-document.ts';

export const llmDocument: StepDocument<'llm'> = {
  about:
    'Asks a language model with the conversation so far (its last 20 messages). What it takes counts against `llm_tokens_per_day` of the tenant; above that, `onError` is taken.',
  fields: {
    system: 'What the model is told to be and to know; a template.',
    prompt: 'Added as the last thing said; a template.',
    model: "The model's name; the deployment's first unless told.",
    temperature: '0 for the likeliest words, 1 for varied ones.',
    maxTokens:
      'How long an answer may be; 512 unless told, at most 4,096. An answer that is cut off there takes `onError` (`bad_response`): half an answer is never sent.',
    timeoutMs: 'How long the model may take, at most and unless told 5,000.',
    output:
      'A JSON Schema (`type`, `properties`, `required`, `items`, `enum`, `minimum`, `maximum`, `maxLength`, `description`) that the answer must fit. It is then a value, which is saved and not sent; an answer that does not fit takes `onError`.',
    tools:
      'What the model may ask for before it answers, up to 5 times: `http` steps of the flow, each as `{ "step", "description", "arguments"? }`. `arguments` are variables with a JSON Schema each; the model gives them values for that call alone. It is told what the step saves (or why it failed), which is kept; the ways of the step itself are not taken.',
    saveAs: 'The variable that keeps the answer.',
    send: 'Whether the answer is sent to the visitor.',
    background:
      'Whether a worker runs the step while the visitor waits for the reply; by default it does. With `false` the request runs it itself, unless it has tools or its `timeoutMs` does not fit into what is left of the 3 seconds after which a visitor gets a 202.',
    next: 'The step that follows an answer.',
    onError: 'Where the flow goes without one, with the variable `error` as for `http`.',
  },
  examples: [
    {
      title: 'A question sorted by a model, then an answer in its own words',
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
      title: 'A model that looks orders up',
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
