import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { name } from '../steps/parts.ts';
import { inputProblem, lastChange, pageOf } from './lists.ts';

const layoutId = z.string().check(z.maxLength(limits.identifierChars));
const point = z.strictObject({ x: z.number(), y: z.number() });

/** The positions of the steps in the editor. The engine doesn't use them. @see console.md 4, D1 */
export const flowLayout = z.strictObject({
  positions: z.optional(z.record(z.string(), point)),
  groups: z.optional(
    z.array(
      z.strictObject({
        id: layoutId,
        title: z.string(),
        color: z.optional(z.string()),
        steps: z.array(layoutId),
        folded: z.optional(z.boolean()),
      }),
    ),
  ),
  notes: z.optional(
    z.array(
      z.strictObject({
        id: layoutId,
        text: z.string().check(z.maxLength(limits.textChars)),
        step: z.optional(layoutId),
        ...point.shape,
      }),
    ),
  ),
});

const json = z.record(z.string(), z.json());

/** A draft, valid or not: `definition` becomes a version, except for `id` and `version`. */
export const draftContent = z.strictObject({
  definition: json,
  layout: z._default(flowLayout, {}),
  /** Scripted conversations, as in `*.conversations.json`. */
  conversations: z._default(z.array(json), []),
});
export type DraftContent = z.infer<typeof draftContent>;

/** `POST /flows`: a new flow has a draft and no version. */
export const newFlow = z.strictObject({ id: name, ...draftContent.shape });
export type NewFlow = z.infer<typeof newFlow>;

/** The live version; during a gradual rollout, a share of new conversations gets another. */
export const flowLive = z.object({
  version: z.nullable(z.int()),
  canary: z.nullable(
    z.object({
      version: z.int(),
      percent: z.int(),
      /** Set: so long after it was published it is met by all, unless it does worse. */
      promoteAfterHours: z.optional(z.int()),
    }),
  ),
});
export type FlowLive = z.infer<typeof flowLive>;

/** A draft without its content. */
const draftSummary = z.object({
  ...lastChange,
  /** The version that was live when its first change was saved; null: none was. */
  basedOn: z.nullable(z.int()),
  faults: z.int(),
});

/** So many runs in which the flow raised, of so many that began. */
const raisedRuns = z.object({ part: z.int(), of: z.int() });
/** How the last gradual rollout ended automatically, with the runs of both versions. */
export const canaryVerdict = z.object({
  version: z.int(),
  action: z.enum(['promote', 'cancel']),
  at: z.string(),
  raised: raisedRuns,
  against: raisedRuns,
});
export type CanaryVerdict = z.infer<typeof canaryVerdict>;

/** What uses a flow, and would break without it. */
export const flowUser = z.object({ kind: z.enum(['widget', 'channel', 'flow']), id: z.string() });
export type FlowUser = z.infer<typeof flowUser>;

/** A flow in a list, and by itself. Its ETag changes with its draft and with what is live. */
export const flowSummary = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  live: flowLive,
  /** Null when nothing has been changed since the live version. */
  draft: z.nullable(draftSummary),
  /** When what is live last changed; null if nothing is live or the command line changed it. An API of 0.1.0 has none. */
  publishedAt: z.optional(z.nullable(z.string())),
  /** Null while nothing ended by itself since the last publication. */
  canaryEnded: z.nullable(canaryVerdict),
  usedBy: z.array(flowUser),
});
export type FlowSummary = z.infer<typeof flowSummary>;
export const flowsPage = pageOf(flowSummary);

/** `GET /flows/{flowId}/draft`; without a draft, the live version as one could begin from it. */
export const draft = z.object({
  ...draftContent.shape,
  flowId: z.string(),
  live: flowLive,
  ...lastChange,
  basedOn: z.nullable(z.int()),
  saved: z.boolean(),
  /** The tenant's, for test chats; where it is read. */
  country: z.optional(z.string()),
});
export type Draft = z.infer<typeof draft>;

/**
 * `GET /flow-resources`: what the steps of a tenant's flows can name:
 * `{"queues":["default","billing"],"flows":["support"],"secrets":{"SHOP":{"hosts":["shop.example"]}},"models":["amazon.nova-lite-v1:0"]}`.
 */
export const flowResources = z.object({
  queues: z.array(z.string()),
  /** Flows that are published. */
  flows: z.array(z.string()),
  /** Names, and the hosts that each may be sent to. */
  secrets: z.record(z.string(), z.object({ hosts: z.array(z.string()) })),
  /** The deployment's language models. */
  models: z.optional(z.array(z.string())),
});
export type FlowResources = z.infer<typeof flowResources>;

/** The result of a test; `message` names the step with the first difference. */
export const scriptOutcome = z.object({
  title: z.string(),
  ok: z.boolean(),
  step: z.optional(z.int()),
  message: z.optional(z.string()),
});

/** The response of `POST /flows/{flowId}/draft/validate`, and the body of a rejected publication. */
export const draftValidation = z.object({
  valid: z.boolean(),
  faults: z.array(inputProblem),
  warnings: z.array(inputProblem),
  scripts: z.array(scriptOutcome),
});
export type DraftValidation = z.infer<typeof draftValidation>;

const note = z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.noteCharsMax));

/** `POST /flows/{flowId}/publish`; with a share in percent, that of new conversations only. */
export const publication = z
  .strictObject({
    note: z.optional(note),
    canaryPercent: z.optional(z.int().check(z.gte(1), z.lte(99))),
    /** The canary is met by all so long after, unless it does worse; it ends by hand without it. */
    promoteAfterHours: z.optional(z.int().check(z.gte(1), z.lte(720))),
  })
  .check(
    z.refine(
      ({ canaryPercent, promoteAfterHours }) =>
        promoteAfterHours === undefined || canaryPercent !== undefined,
      { path: ['promoteAfterHours'], message: 'needs "canaryPercent"' },
    ),
  );
export type Publication = z.infer<typeof publication>;

export const rollback = z.strictObject({ version: z.int().check(z.gte(1)) });
export const canaryEnd = z.strictObject({ action: z.enum(['promote', 'cancel']) });

/** The response of `publish`, `rollback` and `canary`. */
export const liveChange = z.object({ flowId: z.string(), version: z.int(), live: flowLive });
export type LiveChange = z.infer<typeof liveChange>;

/** A version in the list, the greatest first. */
export const versionSummary = z.object({
  version: z.int(),
  ...lastChange,
  note: z.nullable(z.string()),
  /**
   * The source: the console's draft, or files by the command line; null for versions from before this was
   * recorded.
   */
  source: z.nullable(z.enum(['draft', 'files'])),
});
export type VersionSummary = z.infer<typeof versionSummary>;
export const versionsPage = pageOf(versionSummary);
export const versionDetail = z.object({ ...versionSummary.shape, ...draftContent.shape });
export type VersionDetail = z.infer<typeof versionDetail>;
