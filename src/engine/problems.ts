import type { InputProblem } from '../contract/in-words.ts';

/** Something wrong with a definition: where, as keys joined by dots, and what, as a sentence and as a code. */
export type FlowProblem = InputProblem;

/** A problem without its position. */
export type ProblemText = Omit<FlowProblem, 'path'>;

/**
 * The sentences of problems and warnings by their codes; `{id}` stands for a parameter. A client translates by code, and
 * shows the sentence where it has no translation.
 */
export const problemSentences = {
  deadEnd: 'not connected: this kind of step needs a next step',
  unreachable: 'no connection leads to this step',
  noStep: 'there is no step {id}',
  noFlow: 'there is no flow {id}',
  noQueue: 'there is no queue {id}; the tenant has {known}',
  noVariable: 'there is no variable {id}',
  noFunction: 'there is no function {id}',
  noSecret: 'there is no secret {id} in "flow_secrets" of tenant.json',
  secretElsewhere:
    'the secret {id} may not be sent to {host}: "flow_secrets" in tenant.json lists the allowed hosts',
  circle: 'loop without a question: {steps}',
  noReminderTime: 'is never sent: remindAfterMinutes is missing',
  noSilenceTime: 'is never taken: silenceAfterMinutes is missing',
  noSilencePath: 'not connected: onSilence is missing',
  choiceWithoutChoices: 'the answer must be a choice, but there are no choices',
  noChoices: 'there are no choices',
  emptyValue: 'the value is empty',
  sameValue: 'the value {id} is already used',
  ruleOfAnother: 'does not apply to answers of type {id}',
  aboveMost: 'is greater than {id}',
  noPattern: 'the pattern is missing',
  noPair: 'has no effect without {id}',
  openHost: 'must begin with https:// and a fixed host',
  sentAsWritten: "attachments can't contain expressions: they are sent as written",
  bodyOfGet: 'a GET has no body',
  notSaved: 'the answer is not saved: set saveAs',
  notUsed: 'the answer is neither sent nor saved: set send or saveAs',
  sentJson: 'with output, the answer is JSON: save it, and send it in a message step',
  notHttp: 'is a step of kind {id}: a tool must be an http step',
  sameTool: 'is already a tool',
  reserved: 'the variable name {id} is reserved',
  sameWord: '{id} is already a keyword',
  empty: 'is empty',
  operator: `"{id}" can't be used between {left} and {right}`,
  unclosedText: 'a quoted text is not closed',
  unfinished: 'the expression is incomplete, column {column}',
  unscripted: 'no test reaches this step',
  slow: 'the turn may take {seconds} s ({steps}): a visitor gets a 202 after {late} s and the reply by long-poll',
  notWritten: 'has no translation for {missing}: visitors read it in {written}',
  labelCut: 'is longer than {most} characters, the limit of a button: {id} cuts it',
  labelListed:
    'is longer than {most} characters, the limit of a button: {id} shows a list instead of buttons',
  windowClosed: "WhatsApp rejects messages sent more than 24 hours after the visitor's last one",
} as const satisfies Readonly<Record<string, string>>;

type ProblemCode = keyof typeof problemSentences;

/** The parameters of a message; `meant` is the closest known word, if there is one. */
type Params = Readonly<Record<string, string | number | undefined>>;

/** Formats a problem as a sentence, with its code and parameters. */
export function formatProblem(code: ProblemCode, given: Params = {}): ProblemText {
  const params = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const sentence = problemSentences[code].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const message = params.meant === undefined ? sentence : `${sentence}; did you mean "${params.meant}"?`;
  return { message, code, ...(Object.keys(params).length > 0 && { params }) };
}

/** Reports a problem or a warning at a place. */
export function problem(path: string, code: ProblemCode, params?: Params): FlowProblem {
  return { path, ...formatProblem(code, params) };
}
