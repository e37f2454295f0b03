/** The path of a widget as a full page: `/chat/TENANT/WIDGET`, without a widget the tenant's default. */
export const chatPagePrefix = '/chat/';

/** What a link in an email adds to the address of the page with the chat, followed by its token. */
export const mailLinkHash = '#chat-link=';

export interface ChatPageOptions {
  /** Address of `widget.js`, as the page sees it. */
  readonly widget: string;
  readonly api: string;
  /** The origins for uploading and downloading visitors' files. */
  readonly files: string;
}

/** The page, the same for all widgets: its script reads the address. @see docs/widget.md "A page of its own" */
export function chatPage({ widget, api, files }: ChatPageOptions): string {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' ${api} ${files}`,
    `img-src https: ${files}`,
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="robots" content="noindex">
<title>Chat</title>
</head>
<body>
<script src="${widget}" data-mode="page" data-api="${api}"></script>
</body>
</html>
`;
}
