import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Language } from '../../../locales/i18n.ts';
import {
  type OutlinedEntry,
  type OutlinedStep,
  type OutlinedTrigger,
  type Port,
  readOutline,
  stepsInOrder,
} from '../../editor/document/outline.ts';
import { textsOf } from '../view/connection-name.ts';

/** A connection of a card; `key` is the engine's, without the step. */
export interface CanvasEdge {
  readonly key: string;
  readonly to: string;
  /** There is no such step. */
  readonly isMissing: boolean;
  /** Not connected. `optional`: the flow runs without it. */
  readonly isOpen?: 'optional' | 'needed';
}

interface CardBase {
  /** A step's own; of what belongs to the flow one that no step can have. */
  readonly id: string;
  readonly ways: readonly CanvasEdge[];
  readonly width: number;
  readonly height: number;
}

export interface StepOnCanvas extends CardBase {
  readonly sort: 'step';
  readonly step: OutlinedStep;
  readonly body: Body;
  /** The number of text lines, at most three. */
  readonly textLines: number;
}

/** Start, words, and where failures lead: they belong to the flow. */
export interface EntryOnCanvas extends CardBase {
  readonly sort: OutlinedEntry['sort'];
  readonly trigger: OutlinedTrigger | null;
}

/** Steps folded to one card, which keeps their outgoing connections; the keys begin with the step. */
export interface GroupOnCanvas extends CardBase {
  readonly sort: 'group';
  /** The ID in the layout. */
  readonly groupId: string;
  readonly title: string;
  readonly steps: readonly string[];
}

export type CardOnCanvas = StepOnCanvas | EntryOnCanvas | GroupOnCanvas;

export interface Canvas {
  readonly cards: readonly CardOnCanvas[];
  readonly edges: readonly { readonly from: string; readonly key: string; readonly to: string }[];
}

/** In pixels; the style sheet has the same values. Narrow enough that five steps in a row are readable. */
export const sizes = { width: 244, entryWidth: 158, header: 32, line: 20, padding: 12, row: 28, border: 2 };

const textLinesMost = 3;
/** Letters that surely fit into a line of a card. */
const lineChars = 28;

/** Returns the cards of a flow, valid or not, in reading order, each with the height of its rows. */
export function readCanvas(definition: DraftContent['definition'], language: Language): Canvas {
  const outline = readOutline(definition);
  const steps = stepsInOrder(outline);
  const ids = new Set(steps.map(({ id }) => id));
  const wayOf = ({ key, to, isOptional }: Port): CanvasEdge =>
    to === null
      ? { key, to: '', isMissing: false, isOpen: isOptional ? 'optional' : 'needed' }
      : { key, to, isMissing: !ids.has(to) };
  const cards: CardOnCanvas[] = [
    ...outline.entries.flatMap(({ sort, card, port, trigger }): EntryOnCanvas[] => {
      if (port.to === null) return [];
      const height = sizes.header + sizes.border + (trigger ? sizes.line + sizes.padding : 0);
      return [{ sort, id: card, trigger, ways: [wayOf(port)], width: sizes.entryWidth, height }];
    }),
    ...steps.map((step) => cardOf(step, step.ports.map(wayOf), language)),
  ];
  const edges = cards.flatMap(({ id, ways }) =>
    ways
      .filter(({ isMissing, isOpen }) => !isMissing && !isOpen)
      .map(({ key, to }) => ({ from: id, key, to })),
  );
  return { cards, edges };
}

/** Keeps a card's object as long as its step and connections stay the same, so that it does not render. */
const known = new WeakMap<object, { readonly of: string; readonly card: StepOnCanvas }>();

function cardOf(step: OutlinedStep, ways: readonly CanvasEdge[], language: Language): StepOnCanvas {
  const of = JSON.stringify([step.id, language, ways]);
  const found = known.get(step.step);
  if (found?.of === of) return found.card;
  const card = makeCard(step, ways, language);
  known.set(step.step, { of, card });
  return card;
}

function makeCard(step: OutlinedStep, ways: readonly CanvasEdge[], language: Language): StepOnCanvas {
  const body = bodyOf(step, language);
  const textLines = body.text === null ? 0 : Math.min(textLinesMost, linesOf(body.text));
  const lines = textLines + body.facts.length;
  const height =
    sizes.header +
    (lines === 0 ? 0 : lines * sizes.line + sizes.padding) +
    ways.length * sizes.row +
    sizes.border;
  return { sort: 'step', id: step.id, step, body, textLines, ways, width: sizes.width, height };
}

function linesOf(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineChars)), 0);
}

/** The lines of a card besides type, id and connections. */
interface Body {
  /** The text for the visitor, or for the model. */
  readonly text: string | null;
  /** Short ones, each a line of its own; in no language. */
  readonly facts: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const factsOf: Readonly<Record<string, (step: Json, language: Language) => readonly unknown[]>> = {
  question: ({ saveAs }) => [typeof saveAs === 'string' && `→ ${saveAs}`],
  set: ({ assign }) => pairs(assign),
  http: ({ method, url }) => [`${text(method) || 'GET'} ${text(url).replace(/^https?:\/\//, '')}`],
  llm: ({ model, saveAs }) => [model, typeof saveAs === 'string' && `→ ${saveAs}`],
  handoff: ({ queue, reason }) => [queue, reason],
  wait: ({ minutes }, language) => [typeof minutes === 'number' && duration(minutes, language)],
  call: ({ flow, input, saveAs }) => [flow, ...pairs(input), ...pairs(saveAs)],
};

const factsMost = 3;

/** @see console.md 4 "Steps on the canvas" */
function bodyOf({ kind, step }: OutlinedStep, language: Language): Body {
  const summary = kind === 'llm' ? text(step.system).split('\n')[0] : textsOf(step.text, language)[0]?.text;
  const facts = factsOf[kind]?.(step, language) ?? [];
  return { text: summary || null, facts: facts.flatMap((fact) => text(fact) || []).slice(0, factsMost) };
}

function pairs(values: unknown): string[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).map(([name, expression]) => `${name} = ${String(expression)}`);
}

/** In the largest unit with a whole number. */
function duration(minutes: number, language: Language): string {
  const [unit, value] =
    minutes % 1440 === 0
      ? (['day', minutes / 1440] as const)
      : minutes % 60 === 0
        ? (['hour', minutes / 60] as const)
        : (['minute', minutes] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
