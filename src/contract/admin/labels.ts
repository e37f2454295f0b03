import * as z from 'zod/mini';
import { labelList, priority } from '../labels.ts';
import { limits } from '../limits.ts';
import { identifier } from '../vocabulary.ts';
import { handoffRow } from './handoffs.ts';

/** `PUT /labels`: the tenant's labels, in the order in which they are shown. */
export const labelsBody = z.strictObject({ labels: labelList });
export type LabelsBody = z.infer<typeof labelsBody>;
/** `GET /labels` */
export const labelsView = z.object({
  labels: labelList,
  /** The tenant's, in which agents choose the end of a snooze. */
  timeZone: z.string(),
});
export type LabelsView = z.infer<typeof labelsView>;

const labelIds = z.optional(z.array(identifier).check(z.maxLength(limits.labelsPerConversation)));

/**
 * `POST /conversations/{conversationId}/triage`: labels to add and to remove, so that two agents who do so at once both
 * succeed. `{"addLabels":["billing"],"priority":"high","snoozedUntil":"2026-11-19T08:00:00Z"}`
 */
export const triageBody = z
  .strictObject({
    addLabels: labelIds,
    removeLabels: labelIds,
    priority: z.optional(priority),
    /** Null ends the snooze. */
    snoozedUntil: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  })
  .check(
    z.refine((body) => Object.values(body).some((value) => value !== undefined), 'changes nothing'),
    z.refine(({ addLabels = [], removeLabels = [] }) => !addLabels.some((id) => removeLabels.includes(id)), {
      path: ['removeLabels'],
      message: 'has a label that is also to be added',
    }),
  );
export type TriageBody = z.infer<typeof triageBody>;

/** The conversation after the change; `handoff` is null without one. */
export const triageAnswer = z.object({
  labels: z.array(z.string()),
  priority,
  handoff: z.nullable(handoffRow),
});
export type TriageAnswer = z.infer<typeof triageAnswer>;
