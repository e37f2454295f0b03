import type { Step, StepKind, StepOf } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import { escapeValues } from '../../contract/rich/escape-values.ts';
import { type Card, webAddress } from '../../contract/vocabulary.ts';
import { ExpressionError } from '../errors.ts';
import { isOpen } from '../functions.ts';
import type { HandoffPlan, Json } from '../interfaces.ts';
import type { FilledText } from '../templates.ts';
import { runHttp } from './http.ts';
import { runLlm } from './llm.ts';
import { runQuestion } from './question.ts';
import { type Assigned, type RunStep, type StepContext, type StepOutcome, wakeAfter } from './step.ts';

/** Goes where the first expression points that holds. */
const runBranch: RunStep<'branch'> = ({ branches, otherwise }, context) => {
  const n = branches.findIndex(({ when }) => holds(context.evaluate(when)));
  const taken = branches[n];
  return taken
    ? { kind: 'next', next: taken.next, by: `branches.${n}.next` }
    : { kind: 'next', next: otherwise, by: 'otherwise' };
};

/** Null, false, 0, an empty text, list or object don't hold: `when: "name"` asks whether there is a name. */
function holds(value: Json): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** Assigns variables, in the order written: a later expression sees what an earlier one has assigned. */
const runSet: RunStep<'set'> = ({ assign, next }, context) => {
  const assigned: Record<string, Assigned[string]> = {};
  for (const [name, expression] of Object.entries(assign)) {
    assigned[name] = context.evaluate(expression, assigned);
  }
  return { kind: 'next', next, assign: assigned };
};

/** Completes the run; the next message starts a new one. */
const runEnd: RunStep<'end'> = ({ text }, context) => ({
  kind: 'completed',
  send: text === undefined ? [] : context.reply(context.renderMarked(text)),
});

/** Sends a text, attachments and cards. */
const runMessage: RunStep<'message'> = ({ text, attachments, cards, next }, context) => ({
  kind: 'next',
  next,
  send: context.reply(context.renderMarked(text), {
    ...(attachments && { attachments }),
    ...(cards && { cards: makeCards(cards, context) }),
  }),
});

type Cards = NonNullable<StepOf<'message'>['cards']>;
type WrittenCard = Extract<Cards, readonly unknown[]>[number];

/**
 * The cards of a message as they are sent now, at most ten; those of a list without entries are none.
 * @throws ExpressionError for what is no list
 */
function makeCards(cards: Cards, context: StepContext): readonly Card[] {
  if (Array.isArray(cards)) return cards.flatMap((card) => makeCard(card, context, {}));
  const { from, ...card } = cards as Exclude<Cards, readonly unknown[]>;
  const list = context.evaluate(from);
  if (list === null) return [];
  if (!Array.isArray(list))
    throw new ExpressionError(`${JSON.stringify(from)} is not a list to make cards of`);
  return list.slice(0, limits.cards).flatMap((item: Json) => makeCard(card, context, { item }));
}

/** A card without a title is none, and a picture or button without an address is left out: a list may lack some. */
function makeCard(written: WrittenCard, context: StepContext, extra: Assigned): Card[] {
  const { render } = context;
  const { text, image, imageText, buttons = [] } = written;
  const filled = (given: Parameters<typeof render>[0] | undefined, chars: number) =>
    given === undefined ? '' : cut(render(given, extra).trim(), chars);
  const title = filled(written.title, limits.cardTitleChars);
  if (title === '') return [];
  const marked = text === undefined ? { text: '' } : context.renderMarked(text, extra);
  const words = cut(marked.text.trim(), limits.cardTextChars);
  const picture = image === undefined ? null : addressOf(render(image, extra));
  const shown = filled(imageText, limits.cardTitleChars);
  const pressed = buttons.flatMap((button) => {
    const label = filled(button.label, limits.cardLabelChars);
    const value = filled(button.value, limits.cardValueChars);
    const url = button.url === undefined ? null : addressOf(render(button.url, extra));
    if (label === '' || (value === '' && url === null)) return [];
    return [url === null ? { label, value } : { label, url }];
  });
  return [
    {
      title,
      ...(words !== '' && { text: words, ...markdownOf(marked, words) }),
      ...(picture !== null && { image: picture }),
      ...(picture !== null && shown !== '' && { imageText: shown }),
      ...(pressed.length > 0 && { buttons: pressed }),
    },
  ];
}

/** Of a text that is cut, none of the marks is sure to be whole. */
function markdownOf({ text, markdown }: FilledText, words: string) {
  if (markdown === undefined) return {};
  const isWhole = words.length === text.trim().length;
  return { markdown: isWhole ? markdown.trim().toWellFormed() : escapeValues([{ value: words }]) };
}

function addressOf(text: string): string | null {
  return webAddress.safeParse(text.trim()).data ?? null;
}

function cut(text: string, chars: number): string {
  return text.length <= chars ? text.toWellFormed() : `${text.slice(0, chars - 2).toWellFormed()} …`;
}

/** Runs another flow as a part of this one; `input` gives its variables their first values. @see design 4 */
const runCall: RunStep<'call'> = ({ flow, input = {} }, context) => {
  const given = Object.entries(input).map(([name, expression]): [string, Json] => [
    name,
    context.evaluate(expression),
  ]);
  return { kind: 'called', flowId: flow, input: Object.fromEntries(given) };
};

/** Goes on when its time is up, or when the visitor writes. @see design 4 */
const runWait: RunStep<'wait'> = ({ minutes }, context) => ({
  kind: 'wait',
  attempts: 0,
  send: [],
  ...wakeAfter(minutes, 'wait', context),
});

/** Hands the conversation to a human; the flow is silent from then on. Outside of `hours` it goes on at `onClosed`. */
const runHandoff: RunStep<'handoff'> = (step, context) => {
  const { reason, queue, text, hours, onClosed } = step;
  if (hours && onClosed !== undefined && !isOpen(hours, context.now())) {
    return { kind: 'next', next: onClosed, by: 'onClosed', refused: true };
  }
  return {
    kind: 'handoff',
    handoff: {
      reason: context.render(reason),
      queue: queue ?? null,
      requestedAt: new Date(context.deps.clock.nowMs()).toISOString(),
    },
    plan: planOf(step, context),
    send: text === undefined ? [] : context.reply(context.renderMarked(text)),
  };
};

function planOf(step: StepOf<'handoff'>, { stepId, state }: StepContext): HandoffPlan {
  const { next, timeoutMinutes, onTimeout, afterClose, share = [] } = step;
  const shared = share.map((name): [string, Json] => [name, state.variables[name] ?? null]);
  return {
    stepId,
    ...(next !== undefined && { next }),
    ...(timeoutMinutes !== undefined && { timeoutMinutes }),
    ...(onTimeout !== undefined && { onTimeout }),
    ...(afterClose !== undefined && { afterClose }),
    share: Object.fromEntries(shared),
  };
}

const runners = {
  message: runMessage,
  question: runQuestion,
  set: runSet,
  branch: runBranch,
  http: runHttp,
  llm: runLlm,
  handoff: runHandoff,
  call: runCall,
  wait: runWait,
  end: runEnd,
} satisfies { [K in StepKind]: RunStep<K> };

/** Where a wait leads once its time is up, or the visitor has written before. */
export function endWait({ next, onReply }: StepOf<'wait'>, by: 'time' | 'message'): StepOutcome {
  return by === 'message' && onReply !== undefined
    ? { kind: 'next', next: onReply, by: 'onReply' }
    : { kind: 'next', next };
}

/** Runs one step of any kind. @throws ExpressionError, or whatever the outside throws */
export function runStep(step: Step, context: StepContext): StepOutcome | Promise<StepOutcome> {
  // The table pairs each kind with its own runner; the compiler can't follow that through the index.
  const run = runners[step.kind] as RunStep<StepKind>;
  return run(step, context);
}
