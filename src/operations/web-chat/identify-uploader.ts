import { findActiveTenant } from '../../channels/checks/active-tenant.ts';
import type { WebchatRequest } from '../../channels/webchat-http/verify.ts';
import {
  type Caller,
  checkOrigin,
  checkSignature,
  findWidget,
  type OnCaller,
} from '../../channels/webchat-http/verify.ts';
import { headers } from '../../contract/headers.ts';
import { sessionUuid } from '../../contract/vocabulary.ts';
import { InvalidHeaderError, MissingTenantError } from '../../domain/errors.ts';
import type { Gateway } from '../gateway.ts';
import { countRefusedOrigin } from './count-refused-origin.ts';
import { identifyVisitor, type Visitor } from './identify-visitor.ts';
import { onceMoreIfChanged } from './once-more-if-changed.ts';

/** What knowing an uploader takes. */
export type UploaderPorts = Pick<
  Gateway,
  'conversations' | 'directory' | 'idKeys' | 'log' | 'refusedOrigins' | 'secrets'
>;

export type UploadCall = Omit<WebchatRequest, 'body'>;

/** Who may send files: known by the same checks as whoever writes a message, in the same order. */
export interface Uploader {
  readonly caller: Caller;
  readonly visitor: Visitor;
}

/**
 * Does something for a visitor who uploads.
 * @throws GatewayError of the check that failed @see design 2.2, 14
 */
export async function forUploader<T>(
  gateway: UploaderPorts,
  request: UploadCall,
  onCaller: OnCaller,
  act: (uploader: Uploader) => Promise<T>,
): Promise<T> {
  const tenantId = request.headers[headers.tenantId];
  if (!tenantId) throw new MissingTenantError();
  return countRefusedOrigin(gateway, request.headers.origin, onCaller, (onKnown) =>
    onceMoreIfChanged(gateway, tenantId, async () =>
      act(await identifyUploader(gateway, tenantId, request, onKnown)),
    ),
  );
}

async function identifyUploader(
  gateway: UploaderPorts,
  tenantId: string,
  request: UploadCall,
  onCaller: OnCaller,
): Promise<Uploader> {
  const tenant = await findActiveTenant(gateway, tenantId);
  onCaller({ tenant });
  const widget = await findWidget(gateway, tenant, request.headers[headers.widgetId]);
  const caller = { tenant, widget };
  onCaller(caller);
  checkOrigin(widget, request.headers.origin);
  const session = request.headers[headers.sessionId];
  await checkSignature(gateway, caller, { ...request, sessionId: session ?? '' });
  if (session === undefined)
    throw new InvalidHeaderError(`the header ${headers.sessionId} is missing`, 'missing_header');
  if (!sessionUuid.safeParse(session).success)
    throw new InvalidHeaderError(`${headers.sessionId} must be a UUID`);
  const visitor = await identifyVisitor(gateway, caller, request, session.toLowerCase(), {
    conversationId: null,
    beginsAt: (_, ofVisitor) => ofVisitor,
  });
  return { caller, visitor };
}
