import { visitorHeaders } from '../contract/visitor-headers.ts';
import type { VisitorToken } from './visitor-token.ts';

interface Caller {
  readonly tenant: string;
  readonly widget: string | undefined;
  readonly token: VisitorToken;
}

/** What a call in the visitor's name carries. */
export function headersOf({ tenant, widget, token }: Caller, sessionId: string): Record<string, string> {
  const vouched = token.current();
  return {
    [visitorHeaders.tenantId]: tenant,
    [visitorHeaders.sessionId]: sessionId,
    ...(vouched !== null && { [visitorHeaders.visitorToken]: vouched }),
    ...(widget && { [visitorHeaders.widgetId]: widget }),
  };
}
