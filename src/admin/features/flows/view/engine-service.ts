import type { FlowDefinition } from '../../../../contract/flow.ts';
import type { FlowSurroundings } from '../../../../engine/check-text.ts';
import { type Completions, completeText } from '../../../../engine/complete-text.ts';
import { type Examined, examineText } from '../../../../engine/examine-text.ts';
import { nowIn } from '../../../../engine/expression-values.ts';
import type { VariableTypes } from '../../../../engine/expressions.ts';
import type { Json } from '../../../../engine/interfaces.ts';
import { readFlow, validateFlow } from '../../../../engine/validate.ts';
import { type VariablesAt, variablesKnownAt, variableTypes } from '../../../../engine/variables.ts';
import { findWritingWarnings } from '../../../../warnings/find-flow-warnings.ts';
import type { EngineResults, WrittenText } from './engine-jobs.ts';

/** A visitor for previews, before a test chat has set one. */
const visitor = {
  text: 'Hello',
  attachments: [],
  user: { firstName: 'Ada', email: 'ada@example.com', phone: null, language: 'en', verified: false },
  metadata: {},
};

/** Answers for the engine: what is wrong with a flow, and, of the one checked last, what its texts may say. */
export class EngineService {
  #flow: FlowDefinition | null = null;
  #types: VariableTypes = new Map();
  /** With the names that one field alone has: what checks expressions is made once for the same types. */
  readonly #typesWith = new Map<string, VariableTypes>();
  #known: ReadonlyMap<string, VariablesAt> = new Map();

  check(definition: unknown, surroundings?: FlowSurroundings): EngineResults['check'] {
    const found = validateFlow(definition, surroundings);
    this.#flow = readFlow(definition);
    this.#typesWith.clear();
    this.#types = this.#flow ? variableTypes(this.#flow) : new Map();
    this.#known = this.#flow ? variablesKnownAt(this.#flow) : new Map();
    return {
      problems: found.ok ? [] : found.errors,
      warnings: this.#flow ? findWritingWarnings(this.#flow) : [],
    };
  }

  examine(written: WrittenText): Examined {
    return examineText(written.text, written.sort, this.#around(written));
  }

  complete(written: WrittenText, at: number): Completions | null {
    const { stepId, text, sort, extra } = written;
    const known = (stepId !== null && this.#known.get(stepId)) || null;
    return completeText(text, at, sort, { ...this.#around(written), known, extra });
  }

  #typesFor(extra: readonly string[]): VariableTypes {
    if (extra.length === 0) return this.#types;
    const key = extra.join(' ');
    const types =
      this.#typesWith.get(key) ?? new Map([...this.#types, ...extra.map((name) => [name, 'dyn'] as const)]);
    this.#typesWith.set(key, types);
    return types;
  }

  #around({ extra, samples }: WrittenText) {
    const types = this.#typesFor(extra);
    const scope: { [name: string]: Json } = {
      ...Object.fromEntries([...types.keys()].map((name) => [name, null])),
      ...(this.#flow?.variables as { [name: string]: Json } | undefined),
      message: visitor,
      now: nowIn('UTC', Date.now()),
      ...samples,
    };
    return { types, scope };
  }
}
