import type { Expected } from './flow-script.ts';
import type { Effect } from './interfaces.ts';

type Event = { readonly type: string; readonly [field: string]: unknown };

/** The events of a turn, other than its replies, by their names on the bus. @see design 3 */
export function eventsOf(effects: readonly Effect[]): Event[] {
  return effects.flatMap((effect): Event[] => {
    switch (effect.kind) {
      case 'handoff': {
        const { reason, queue } = effect.handoff;
        return [{ type: 'Conversation.HandoffRequested', reason, queue, share: effect.plan?.share ?? {} }];
      }
      case 'flow-completed':
        return [{ type: 'Conversation.FlowCompleted', outcome: effect.outcome }];
      case 'passed-on':
        return [{ type: 'Conversation.MessageReceived' }];
      default:
        return [];
    }
  });
}

/**
 * Returns the differences between a turn's events and the expected ones. Only the fields that an expected event
 * names are compared.
 */
export function compareEvents(
  expected: NonNullable<Expected['events']>,
  actual: readonly Event[],
): string | null {
  const wanted = expected.map((event) => (typeof event === 'string' ? { type: event } : event));
  const fits = (want: Event, got: Event | undefined) =>
    Object.entries(want).every(([field, value]) => JSON.stringify(got?.[field]) === JSON.stringify(value));
  if (wanted.length === actual.length && wanted.every((want, n) => fits(want, actual[n]))) return null;
  return `expected events ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`;
}
