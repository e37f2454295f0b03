import type { Page } from '../http-api/http-api.ts';
import { partPages, type ServedWidget, scriptPage } from '../pages/front-page.ts';
import { createWatchers, filePages, type PageFiles } from '../pages/live-page.ts';
import type { PreviewEvent } from './page/protocol.ts';

/** The page's files and the widget, ready to be served. */
export interface PreviewFiles extends PageFiles {
  readonly widget: ServedWidget;
}

export interface PreviewPages {
  readonly pages: Readonly<Record<string, Page>>;
  /** Updates the open pages, and those opened later. */
  send(event: PreviewEvent): void;
}

/** The page of `gateway flow dev`: the chat, and the draft's status beside it. */
export function previewPages({ widget, ...files }: PreviewFiles): PreviewPages {
  let last: PreviewEvent | undefined;
  const watchers = createWatchers((send) => last && send(last));
  return {
    pages: {
      ...filePages('/', () => files, ["img-src 'self' https:"]),
      '/widget.js': scriptPage(widget.code),
      ...partPages(widget),
      '/preview-events': watchers.page,
    },
    send(event) {
      last = event;
      watchers.send(event);
    },
  };
}
