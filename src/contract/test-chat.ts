import * as z from 'zod/mini';

/** Below it and a token lie the paths of web chat: the address that a widget is given as its API. */
export const testChatRoot = '/v1/test-chat';

/** The path of the test page. The token is after the `#`, which is sent to no server. */
export const testPagePath = '/test/';

/** Where the test page goes for an invalid link: the response is the same page with status 404. */
export const testNotFoundPath = `${testPagePath}not-found`;

/** `GET /v1/test-chat/{token}`: the header of the test page. */
export const testChat = z.object({
  /** The flow's title. */
  title: z.string(),
  /** Distinguishes the links of one browser; grants nothing. */
  linkId: z.string(),
  expiresAt: z.string(),
  realCalls: z.boolean(),
});
export type TestChat = z.infer<typeof testChat>;

interface TestPageOptions {
  /** Addresses of the script, the style sheet and `widget.js`, as the page sees them. */
  readonly script: string;
  readonly style: string;
  readonly widget: string;
  readonly api: string;
}

/** The page of test links, the same for all: its script reads the token, which no server is sent. */
export function testPage({ script, style, widget, api }: TestPageOptions): string {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${api}`,
    'img-src https:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Test</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<script src="${script}" type="module" data-api="${api}" data-widget="${widget}"></script>
</body>
</html>
`;
}
