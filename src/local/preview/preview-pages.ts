import type { ServerResponse } from 'node:http';
import type { Page } from '../http-api/http-api.ts';
import { partPages, type ServedWidget } from '../pages/front-page.ts';
import type { PreviewEvent } from './page/protocol.ts';

/** The page's files and the widget, ready to be served. */
export interface PreviewFiles {
  readonly html: string;
  readonly css: string;
  readonly js: string;
  readonly widget: ServedWidget;
}

export interface PreviewPages {
  readonly pages: Readonly<Record<string, Page>>;
  /** Tells the pages that are open, and those that will be. */
  tell(event: PreviewEvent): void;
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of `gateway flow dev`: the chat, and beside it what is to be said of the draft. */
export function previewPages({ html, css, js, widget }: PreviewFiles): PreviewPages {
  const watchers = new Set<ServerResponse>();
  let last: PreviewEvent | undefined;
  const send = (response: ServerResponse, event: PreviewEvent) =>
    void response.write(`data: ${JSON.stringify(event)}\n\n`);
  return {
    pages: {
      '/': file('text/html', html),
      '/preview.css': file('text/css', css),
      '/preview.js': file('text/javascript', js),
      '/widget.js': file('text/javascript', widget.code),
      ...partPages(widget),
      '/preview-events': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        watchers.add(response);
        response.on('close', () => watchers.delete(response));
        if (last) send(response, last);
      },
    },
    tell(event) {
      last = event;
      for (const response of watchers) send(response, event);
    },
  };
}

function file(type: string, content: string): Page {
  return (_request, response) =>
    void response
      .writeHead(200, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': contentSecurityPolicy,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
      .end(content);
}
