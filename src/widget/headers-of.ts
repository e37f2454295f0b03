import { visitorHeaders } from '../contract/visitor-headers.ts';
import type { VisitorToken } from './visitor-token.ts';

interface Caller {
  readonly tenant: string;
  readonly widget: string | undefined;
  readonly token: VisitorToken;
}

/** The headers of a visitor's request. */
export function headersOf({ tenant, widget, token }: Caller, sessionId: string): Record<string, string> {
  const vouched = token.current();
  return {
    [visitorHeaders.tenantId]: tenant,
    [visitorHeaders.sessionId]: sessionId,
    ...(vouched !== null && { [visitorHeaders.visitorToken]: vouched }),
    ...(widget && { [visitorHeaders.widgetId]: widget }),
  };
}
