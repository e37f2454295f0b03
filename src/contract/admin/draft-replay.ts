import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { playedAnswers } from './draft-test.ts';

/**
 * `POST /flows/{flowId}/draft/replay`: conversations against the saved draft, turn by turn. Without any named, those
 * that are scripted in the draft. @see design 9, console.md 4 "Publish dialog"
 */
export const draftReplay = z.strictObject({
  /** Scripted ones, as in `*.conversations.json`. */
  conversations: z.optional(
    z.array(z.record(z.string(), z.json())).check(z.maxLength(limits.replayedConversations)),
  ),
  /** Recorded ones: what visitors said in them is said again. */
  conversationIds: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars)))
      .check(z.maxLength(limits.replayedConversations)),
  ),
  /** What each recorded one finds outside where nothing is kept of what it found then. */
  ...playedAnswers,
});
export type DraftReplay = z.infer<typeof draftReplay>;

const reply = z.object({
  text: z.string(),
  /** Labels; absent where a script does not say them, and then not compared. */
  choices: z.optional(z.array(z.string())),
});

const turn = z.object({
  /** As a script says it: `{"user": …}`, `{"minutes": …}`, `{"human": …}`. */
  action: z.record(z.string(), z.json()),
  /** What was said then, or is expected. */
  before: z.array(reply),
  /** What the draft says. */
  now: z.array(reply),
  same: z.boolean(),
  /** Steps that were given what they found then. */
  recorded: z.array(z.string()),
});

const replayed = z.object({
  title: z.string(),
  /** Null for a scripted one. */
  conversationId: z.nullable(z.string()),
  turns: z.array(turn),
  /** Whether all of its turns are the same, and there was none left to play. */
  same: z.boolean(),
  /** False when it was broken off: as too long, for want of time, or at a step of which nothing is recorded. */
  complete: z.boolean(),
  /** That step. */
  stopped: z.nullable(z.object({ flowId: z.string(), stepId: z.string() })),
  /** Why it could not go on; `code` and `stepId` are null when that was not the flow's doing. */
  raised: z.nullable(
    z.object({ code: z.nullable(z.string()), stepId: z.nullable(z.string()), message: z.string() }),
  ),
});
export type ReplayedConversation = z.infer<typeof replayed>;

/** What the draft would say. */
export const draftReplayResult = z.object({
  conversations: z.array(replayed),
  /** False when there were more than are played at a time, or one was not played to its end. */
  complete: z.boolean(),
});
export type DraftReplayResult = z.infer<typeof draftReplayResult>;
