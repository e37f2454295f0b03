import * as z from 'zod/mini';
import { weekHours } from './handoff-settings.ts';

/** What a widget may offer to begin with: what fits above its field on a phone. */
const mostStarters = 6;
const starterChars = 80;

/**
 * How a widget looks: `appearance` of the widget's file.
 * `{"title":"Acme support","greeting":"Hello!","color":"#0b5fff","position":"right","avatar":"https://acme.example/a.png"}`
 * @see spec "Widget and tenant", docs/widget.md
 */
export const widgetSettings = z.strictObject({
  title: z.optional(z.string()),
  greeting: z.optional(z.string()),
  /** `#rrggbb` */
  color: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
  position: z.optional(z.enum(['left', 'right'])),
  /** http(s) address of a square image. */
  avatar: z.optional(z.string()),
  /** The flow begins as soon as the visitor opens the chat, not only when they have written. */
  start_on_open: z.optional(z.boolean()),
  /** What the visitor may begin with: buttons that send their own text. */
  starters: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(starterChars))).check(z.maxLength(mostStarters)),
  ),
  /** As CSS names fonts, of the page or the visitor's machine: `Inter, sans-serif`. */
  font: z.optional(z.string().check(z.regex(/^[\p{L}\p{N} "',._-]{1,200}$/u))),
  size: z.optional(z.enum(['small', 'medium', 'large'])),
  /** Pixels between the launcher and the edges of the window. */
  offset_side: z.optional(z.int().check(z.gte(0), z.lte(400))),
  offset_bottom: z.optional(z.int().check(z.gte(0), z.lte(400))),
  z_index: z.optional(z.int().check(z.gte(0), z.lte(2147483647))),
  /** `hidden` leaves opening to the page. */
  launcher: z.optional(z.enum(['round', 'label', 'hidden'])),
  /** What the launcher says beside its picture. */
  launcher_label: z.optional(z.string().check(z.maxLength(40))),
  /** A soft tone for what others write while the chat is not looked at. */
  sound: z.optional(z.boolean()),
  /** The proactive message, shown once per visit to visitors who have not opened the chat. */
  invite: z.optional(z.string().check(z.maxLength(300))),
  invite_after_seconds: z.optional(z.int().check(z.gte(0), z.lte(3600))),
  /** Percent of the page. */
  invite_after_scroll: z.optional(z.int().check(z.gte(1), z.lte(100))),
  /** When the pointer leaves the page at its top. */
  invite_on_exit: z.optional(z.boolean()),
  /** On which pages only: paths, `*` for anything: `/pricing`, `/shop/*`. */
  invite_pages: z.optional(
    z.array(z.string().check(z.regex(/^\/\S*$/), z.maxLength(200))).check(z.maxLength(20)),
  ),
  /** When agents answer: visitors see until when, or when they are back. */
  opening_hours: z.optional(weekHours),
});
export type WidgetSettings = z.infer<typeof widgetSettings>;

/** What `GET /v1/webchat/settings` answers: the looks, and which files visitors may send; none without `uploads`. */
export const publishedWidget = z.strictObject({
  ...widgetSettings.shape,
  /** Whose clock `opening_hours` are of; only with them. */
  time_zone: z.optional(z.string()),
  uploads: z.optional(
    z.strictObject({
      maxBytes: z.int(),
      /** Those that are taken; all of the gateway's without it. */
      types: z.optional(z.array(z.string())),
    }),
  ),
});
export type PublishedWidget = z.infer<typeof publishedWidget>;
