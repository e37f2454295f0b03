import { type StepKind, type StepOf, stepSchemas } from '../../../contract/flow.ts';

/** How a step's field is edited. */
export type FieldSort =
  /** A text for visitors, in one or several languages. */
  | 'text'
  | 'template'
  | 'expression'
  /** Names of variables. */
  | 'name'
  | 'names'
  | 'line'
  | 'number'
  | 'flag'
  /** One of `choices` in this table's `options`. */
  | 'choice'
  | 'way'
  /** Names to expressions, names to templates. */
  | 'expressions'
  | 'templates'
  | 'json'
  /** Forms of their own. */
  | 'choices'
  | 'validate'
  | 'branches'
  | 'tools'
  | 'hours'
  | 'attachments'
  | 'queue'
  | 'flow';

type FieldsOf<Kind extends StepKind> = {
  readonly [Field in Exclude<keyof StepOf<Kind>, 'kind'>]-?: FieldSort;
};

/** Every field of every kind, in the order of the form; the compiler names what lacks. */
export const stepFields: { readonly [Kind in StepKind]: FieldsOf<Kind> } = {
  message: { text: 'text', attachments: 'attachments', cards: 'json', next: 'way' },
  question: {
    text: 'text',
    choices: 'choices',
    saveAs: 'name',
    validate: 'validate',
    retryText: 'text',
    maxAttempts: 'number',
    next: 'way',
    onInvalid: 'way',
    remindAfterMinutes: 'number',
    remindText: 'text',
    silenceAfterMinutes: 'number',
    onSilence: 'way',
    measures: 'choice',
  },
  set: { assign: 'expressions', next: 'way' },
  branch: { branches: 'branches', otherwise: 'way' },
  http: {
    method: 'choice',
    url: 'template',
    headers: 'templates',
    body: 'json',
    saveAs: 'expressions',
    timeoutMs: 'number',
    retries: 'number',
    background: 'flag',
    next: 'way',
    onError: 'way',
  },
  llm: {
    system: 'template',
    prompt: 'template',
    model: 'line',
    temperature: 'number',
    maxTokens: 'number',
    tools: 'tools',
    output: 'json',
    saveAs: 'name',
    send: 'flag',
    timeoutMs: 'number',
    background: 'flag',
    next: 'way',
    onError: 'way',
  },
  handoff: {
    reason: 'template',
    text: 'text',
    queue: 'queue',
    share: 'names',
    hours: 'hours',
    onClosed: 'way',
    timeoutMinutes: 'number',
    onTimeout: 'way',
    next: 'way',
    afterClose: 'way',
  },
  call: { flow: 'flow', input: 'expressions', saveAs: 'expressions', next: 'way' },
  wait: { minutes: 'number', next: 'way', onReply: 'way' },
  end: { text: 'text' },
};

/** The options of `choice` fields. */
export const fieldOptions = {
  method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  measures: ['csat', 'nps', 'resolved'],
} as const;

/** Fields that most steps don't use: under "Advanced" unless one has a value. */
export const rareFields: ReadonlySet<string> = new Set([
  ...['attachments', 'cards', 'retryText', 'maxAttempts', 'onInvalid', 'measures'],
  ...['remindAfterMinutes', 'remindText', 'silenceAfterMinutes', 'onSilence'],
  ...['timeoutMs', 'retries', 'background', 'temperature', 'maxTokens', 'output', 'send', 'model'],
  ...['share', 'hours', 'onClosed', 'timeoutMinutes', 'onTimeout', 'afterClose'],
]);

/** Whether a step of this kind requires the field: when cleared, it stays empty. */
export function isRequired(kind: StepKind, field: string): boolean {
  const shape: Readonly<
    Record<string, { readonly _zod: { readonly optin?: 'optional' | 'defaulted' | undefined } }>
  > = stepSchemas[kind].shape;
  return Object.hasOwn(shape, field) && shape[field]?._zod.optin !== 'optional';
}

/** Any field of any kind. */
export type FieldName = { [Kind in StepKind]: Exclude<keyof StepOf<Kind>, 'kind'> }[StepKind];
