import { originAllowed } from '../../channels/checks/origin.ts';
import type { Tenant, Widget } from '../../contract/directory.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { OriginNotAllowedError, WidgetNotFoundError } from '../../domain/errors.ts';
import type { Gateway } from '../gateway.ts';

export interface Caller {
  readonly tenant: Tenant;
  readonly widget: Widget;
}

/**
 * Told as soon as the tenant is known, and again with the widget, so that errors too are counted where they belong and carry
 * the right CORS headers.
 */
export type OnCaller = (known: Pick<Caller, 'tenant'> & Partial<Caller>) => void;

type Directories = Pick<Gateway, 'directory'>;

/**
 * The widget named, or the tenant's default one.
 * @throws WidgetNotFoundError when there is none
 */
export async function findWidget(
  { directory }: Directories,
  tenant: Tenant,
  named: string | undefined,
): Promise<Widget> {
  const widgetId = named ?? tenant.default_widget;
  const known = widgetId !== undefined && identifier.safeParse(widgetId).success;
  const widget = known ? await directory.findWidget(tenant.id, widgetId) : null;
  if (!widget) throw new WidgetNotFoundError();
  return widget;
}

/**
 * Passes a caller without `Origin` (not a browser) unless the widget wants one.
 * @throws OriginNotAllowedError when the widget does not allow the origin
 * @see design 2.2
 */
export function checkOrigin(widget: Widget, origin: string | undefined): void {
  const allowed =
    origin === undefined ? !widget.require_origin : originAllowed(origin, widget.allowed_origins);
  if (!allowed) throw new OriginNotAllowedError();
}
