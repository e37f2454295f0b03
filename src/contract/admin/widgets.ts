import * as z from 'zod/mini';
import { type Widget, widget } from '../directory.ts';
import { weekHours } from '../handoff-settings.ts';
import { secretState } from './channels.ts';
import { lastChange, pageOf } from './lists.ts';

/** Fields of a widget that guard it: changing them takes `channels:configure`. @see design 9 */
export const guardedWidgetFields = [
  'allowed_origins',
  'require_origin',
  'session_limit_per_minute',
  'new_sessions_per_address',
  'signing_secret',
  'signature_version',
  'identity_secret',
  'require_identity',
] as const;

/** Whether any of these is set. Deleting or recreating the widget then needs the permission to change them. */
export function isGuardedWidget(given: Partial<Widget>): boolean {
  return guardedWidgetFields.some((field) => {
    const value = given[field];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
}

/** The purposes of a widget's secrets; each is the field that names the secret. */
export const widgetSecretRoles = ['signing_secret', 'identity_secret'] as const;
export type WidgetSecretRole = (typeof widgetSecretRoles)[number];

/** A widget as its file holds it, and who changed it last; both null: the command line. */
export const widgetView = z.object({
  widget,
  ...lastChange,
  /** It serves requests that name no widget, and can't be deleted. */
  isDefault: z.boolean(),
  secrets: z.array(secretState),
});
export type WidgetView = z.infer<typeof widgetView>;
/** A site that the widget was refused on, and is not allowed on yet; `count` is at least how often. */
const refusedOrigin = z.object({ origin: z.string(), count: z.int(), lastAt: z.string() });
export type RefusedSite = z.infer<typeof refusedOrigin>;

/** One widget, with the sites that it was refused on of late, the latest first, and whose clock its hours are of. */
export const widgetDetails = z.extend(widgetView, {
  refusedOrigins: z.array(refusedOrigin),
  timeZone: z.optional(z.string()),
  /** The tenant's queues with their business hours, if they have any, for `show_hours`. */
  queues: z.optional(z.array(z.object({ name: z.string(), hours: z.optional(weekHours) }))),
  /** When a page last loaded it, to the minute; null: not lately. */
  seenAt: z.nullable(z.string()),
});
export type WidgetDetails = z.infer<typeof widgetDetails>;
export const widgetsPage = pageOf(widgetView);
