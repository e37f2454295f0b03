import type { Tenant } from './directory.ts';
import type { WeekHours } from './handoff-settings.ts';
import { limits } from './limits.ts';
import { weekdays } from './weekdays.ts';

type Queues = Pick<Tenant, 'handoff' | 'queues'> | null | undefined;

/** The settings of a queue, with defaults filled in. */
export interface QueueRules {
  readonly targetSeconds: number;
  /** Its own business hours, or the tenant's; always open without any. */
  readonly hours: WeekHours | undefined;
  readonly isAutomatic: boolean;
  /** Every agent of the tenant if not set. */
  readonly members: readonly string[] | undefined;
  /** An agent with this many conversations is assigned no more. */
  readonly maxConversations: number;
}

/** Returns the rules of a queue. Tenants of earlier releases have target times in a list of their own. */
export function queueRulesOf(tenant: Queues, queue: string): QueueRules {
  const { hours, queues, target_seconds: earlier } = tenant?.handoff ?? {};
  const own = queues?.[queue];
  return {
    targetSeconds: own?.target_seconds ?? earlier?.[queue] ?? limits.answerTargetS,
    hours: own?.hours ?? hours,
    isAutomatic: own?.assignment === 'automatic',
    members: own?.members,
    maxConversations: own?.max_conversations ?? limits.agentConversations,
  };
}

/** Whether any queue of the tenant assigns its conversations automatically. */
export function assignsAutomatically(tenant: Queues): boolean {
  return Object.values(tenant?.handoff?.queues ?? {}).some(({ assignment }) => assignment === 'automatic');
}

/** The problem of a range that ends before it begins. */
export const reversedHours = 'ends before it begins: a night is two ranges, until 24:00 and from 00:00';

/** The positions of ranges that end before they begin, as `monday.0`. */
export function findReversedHours(hours: WeekHours): readonly string[] {
  return weekdays.flatMap((day) =>
    (hours[day] ?? []).flatMap((range, n) => {
      const [from = '', to = ''] = range.split('-');
      return from < to ? [] : [`${day}.${n}`];
    }),
  );
}

/** The queue that always exists. */
export const defaultQueue = 'default';

/** Returns the queues of a tenant, the default queue first. */
export function queuesOf(
  tenant: { readonly queues?: readonly string[] | undefined } | null,
): readonly string[] {
  return [...new Set([defaultQueue, ...(tenant?.queues ?? [])])];
}

/** The business hours of queues, by name; a queue without any is always open. */
export type QueueHours = Readonly<Record<string, WeekHours>>;

/** Returns the business hours of a tenant's queues. */
export function queueHoursOf(tenant: Pick<Tenant, 'handoff' | 'queues'> | null): QueueHours {
  return Object.fromEntries(
    queuesOf(tenant).flatMap((queue) => {
      const { hours } = queueRulesOf(tenant, queue);
      return hours ? [[queue, hours]] : [];
    }),
  );
}

/** Finds problems of a tenant's queue settings: unknown queues, and hours that end before they begin. */
export function findQueueProblems(
  tenant: Pick<Tenant, 'handoff' | 'queues'>,
): { path: string; message: string }[] {
  const { hours = {}, queues = {} } = tenant.handoff ?? {};
  const known = queuesOf(tenant);
  const reversed = (path: string, week: WeekHours) =>
    findReversedHours(week).map((at) => ({ path: `${path}.${at}`, message: reversedHours }));
  return [
    ...reversed('handoff.hours', hours),
    ...Object.entries(queues).flatMap(([queue, { hours: own = {} }]) => [
      ...(known.includes(queue)
        ? []
        : [{ path: `handoff.queues.${queue}`, message: `there is no queue ${queue}` }]),
      ...reversed(`handoff.queues.${queue}.hours`, own),
    ]),
  ];
}
