import * as z from 'zod/mini';
import { limits } from '../limits.ts';

/** `POST /flows/{flowId}/editors`: that the caller has the flow open, and which step. */
export const editorPresence = z.strictObject({
  stepId: z.nullable(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))),
});

/** The others who have the flow open. */
export const flowEditors = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), stepId: z.nullable(z.string()) })),
});
export type FlowEditor = z.infer<typeof flowEditors>['items'][number];
