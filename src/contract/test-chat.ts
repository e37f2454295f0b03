import * as z from 'zod/mini';

/** Below it and a token lie the paths of web chat: the address that a widget is given as its API. */
export const testChatRoot = '/v1/test-chat';

/** Where the page of test links is; the token stands behind the `#`, which no server is sent. */
export const testPagePath = '/test/';

/** `GET /v1/test-chat/{token}`: what the page says above the chat. */
export const testChat = z.object({
  /** Of the flow. */
  title: z.string(),
  /** Tells the links of one browser apart; grants nothing. */
  linkId: z.string(),
  expiresAt: z.string(),
  realCalls: z.boolean(),
});
export type TestChat = z.infer<typeof testChat>;
