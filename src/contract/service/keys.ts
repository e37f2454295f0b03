import * as z from 'zod/mini';
import { actor, pageOf } from '../admin/lists.ts';
import { limits } from '../limits.ts';

/** The permissions of an API key. @see handoff.md 5 */
export const serviceCapabilities = ['conversations:read', 'conversations:answer', 'messages:send'] as const;
export const serviceCapability = z.enum(serviceCapabilities);
export type ServiceCapability = z.infer<typeof serviceCapability>;

/** `POST /service-keys` */
export const newServiceKey = z.strictObject({
  /** The system's name in the audit log, for agents and, unless a person is named, for visitors. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.identifierChars)),
  capabilities: z.array(serviceCapability).check(
    z.minLength(1),
    z.refine((names) => new Set(names).size === names.length, 'names one twice'),
  ),
  /** When it ends by itself; never without it. */
  expiresAt: z.optional(z.iso.datetime({ offset: true })),
});
export type NewServiceKey = z.infer<typeof newServiceKey>;

/** A key in the list, without its secret, which is not stored. */
export const serviceKey = z.object({
  id: z.string(),
  name: z.string(),
  capabilities: z.array(serviceCapability),
  createdAt: z.string(),
  by: actor,
  expiresAt: z.nullable(z.string()),
  /** To the minute. */
  lastUsedAt: z.nullable(z.string()),
});
export type ServiceKey = z.infer<typeof serviceKey>;

/** The response to creating a key: the only one with the key itself; null for a repeated request. */
export const madeServiceKey = z.object({ ...serviceKey.shape, key: z.nullable(z.string()) });
export type MadeServiceKey = z.infer<typeof madeServiceKey>;

export const serviceKeysPage = pageOf(serviceKey);
