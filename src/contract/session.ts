import * as z from 'zod/mini';
import { roleName } from './roles.ts';

/** The response of `GET /v1/auth/session`. @see design 2.8 */
export const sessionInformation = z.object({
  tenantId: z.string(),
  roles: z.array(roleName),
  features: z.array(z.string()),
  user: z.object({
    id: z.string(),
    email: z.optional(z.string()),
    name: z.optional(z.string()),
  }),
  /** The directory gives the user another role than the token: one that is refreshed now has it. */
  roleChanged: z.optional(z.literal(true)),
});
export type SessionInformation = z.infer<typeof sessionInformation>;
