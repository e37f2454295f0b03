import * as z from 'zod/mini';
import { limits } from './limits.ts';

/** Any text that can be an ID: a missing one is 404; one that can't be a key is malformed. */
const idOfAtMost = (chars: number) =>
  z.string().check(
    z.minLength(1),
    z.maxLength(chars),
    z.refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'may hold no control characters'),
  );
const id = idOfAtMost(limits.identifierChars);

/** The path parameters of the route table. Each fits into a DynamoDB key of the maximum length. */
const pathParameters: Readonly<Record<string, z.ZodMiniType<string>>> = {
  accountId: id,
  channel: id,
  contactId: id,
  conversationId: id,
  fileId: id,
  flowId: id,
  keyId: id,
  linkId: id,
  messageId: id,
  role: id,
  tenantId: id,
  textId: id,
  token: idOfAtMost(512),
  userId: id,
  version: id,
  widgetId: id,
};
/** A visitor's id is the site's or the provider's, not ours. */
const visitorId = idOfAtMost(limits.visitorIdChars);

/** The schema of a parameter of a path. @throws Error for one that has none: each has its bounds */
export function pathParameter(path: string, name: string): z.ZodMiniType<string> {
  const schema = name === 'userId' && path.includes('/people/') ? visitorId : pathParameters[name];
  if (!schema) throw new Error(`the parameter {${name}} of ${path} has no schema`);
  return schema;
}
