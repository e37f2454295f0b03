import * as z from 'zod/mini';
import { AwsError } from '../json-endpoint.ts';

const poolId = z.string().check(z.regex(/^[\w-]+_[0-9a-zA-Z]+$/), z.maxLength(55));
const username = z.string().check(z.minLength(1), z.maxLength(128));
const attributes = z.array(
  z.object({
    Name: z.string().check(z.minLength(1), z.maxLength(32)),
    Value: z.optional(z.string().check(z.maxLength(2048))),
  }),
);
const named = { UserPoolId: poolId, Username: username };

/** What each action takes, as far as the gateway uses it. */
export const inputs = {
  ListUserPools: z.object({ MaxResults: z.int().check(z.gte(1), z.lte(60)) }),
  ListUsers: z.object({
    UserPoolId: poolId,
    AttributesToGet: z.optional(z.array(z.string())),
    Limit: z._default(z.int().check(z.gte(0), z.lte(60)), 60),
    PaginationToken: z.optional(z.string()),
    Filter: z._default(z.string().check(z.maxLength(256)), ''),
  }),
  AdminCreateUser: z.object({
    ...named,
    UserAttributes: z._default(attributes, []),
    TemporaryPassword: z.optional(z.string().check(z.maxLength(256))),
    /** By SMS unless told otherwise. */
    DesiredDeliveryMediums: z._default(z.array(z.enum(['EMAIL', 'SMS'])), ['SMS']),
    MessageAction: z.optional(z.enum(['RESEND', 'SUPPRESS'])),
  }),
  AdminUpdateUserAttributes: z.object({ ...named, UserAttributes: attributes }),
  AdminSetUserMFAPreference: z.object({
    ...named,
    SoftwareTokenMfaSettings: z.object({ Enabled: z._default(z.boolean(), false) }),
  }),
  named: z.object(named),
} as const;

/** @throws AwsError `InvalidParameterException`, as the service says of every malformed input */
export function read<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.')}: ${issue?.message}`);
}

/** The service's word for every input that it does not take. */
export function invalid(message: string): AwsError {
  return new AwsError('InvalidParameterException', message);
}
