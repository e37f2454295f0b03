import type * as z from 'zod/mini';
import type { FlowFault } from './fault.ts';

const ways = new Set(['next', 'otherwise', 'onError']);

/** What the schema found, in words: the smallest build of the schema library has none of its own. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): FlowFault[] {
  return issues.map((issue) => ({ path: issue.path.join('.'), message: describe(issue) }));
}

function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ways.has(String(issue.path.at(-1)))
        ? 'dead end: a step of this kind must say where it goes on'
        : `must be a ${issue.expected}`;
    case 'invalid_union':
      return issue.discriminator === undefined ? 'is none of the kinds allowed' : 'is not a kind of step';
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'invalid_key':
      return 'the key must be a name: a letter, then letters, digits, _ and -, at most 64 in all';
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    default:
      return issue.message;
  }
}
