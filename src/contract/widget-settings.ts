import * as z from 'zod/mini';
import { weekHours } from './handoff-settings.ts';
import { identifier } from './vocabulary.ts';

/** The maximum number of conversation starters: as many as fit on a phone. */
const mostStarters = 6;
const starterChars = 80;

/**
 * A widget's appearance: `appearance` in its file. `{"title":"Acme
 * support","greeting":"Hello!","color":"#0b5fff","position":"right","avatar":"https://acme.example/a.png"}`
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
  /** Conversation starters: buttons that send their own text. */
  starters: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(starterChars))).check(z.maxLength(mostStarters)),
  ),
  /** A CSS font-family of the page or device: `Inter, sans-serif`. */
  font: z.optional(z.string().check(z.regex(/^[\p{L}\p{N} "',._-]{1,200}$/u))),
  size: z.optional(z.enum(['small', 'medium', 'large'])),
  /** Pixels between the launcher and the edges of the window. */
  offset_side: z.optional(z.int().check(z.gte(0), z.lte(400))),
  offset_bottom: z.optional(z.int().check(z.gte(0), z.lte(400))),
  z_index: z.optional(z.int().check(z.gte(0), z.lte(2147483647))),
  /** `hidden` leaves opening to the page. */
  launcher: z.optional(z.enum(['round', 'label', 'hidden'])),
  /** The launcher's label. */
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
  /** The queue whose business hours visitors see: until when agents answer, or when they are back. */
  show_hours: z.optional(identifier),
  /** Hours of an earlier release, for this widget only; `show_hours` comes first. */
  opening_hours: z.optional(weekHours),
  /** The header shows the agents' initials, and how soon they usually reply. */
  show_team: z.optional(z.boolean()),
  /** Visitors may leave their email address, where unread replies of agents are announced. */
  email_replies: z.optional(z.boolean()),
  /** Minutes without an answer after which the address is asked for; outside the opening hours, or with nobody there, it is asked for at once. */
  email_after_minutes: z.optional(z.int().check(z.gte(0), z.lte(60))),
});
export type WidgetSettings = z.infer<typeof widgetSettings>;

const { show_hours: _, ...appearance } = widgetSettings.shape;

/** The response of `GET /v1/webchat/settings`: appearance and accepted files; none without `uploads`. */
export const publishedWidget = z.strictObject({
  ...appearance,
  /** When agents answer. */
  opening_hours: z.optional(weekHours),
  /** The time zone of `opening_hours`; present only with them. */
  time_zone: z.optional(z.string()),
  /** Initials of agents who answer; only with `show_team`. */
  team: z.optional(z.array(z.string()).check(z.maxLength(3))),
  /** How soon agents usually send their first reply; absent with too little data. */
  reply_seconds: z.optional(z.int()),
  uploads: z.optional(
    z.strictObject({
      maxBytes: z.int(),
      /** Those that are taken; all of the gateway's without it. */
      types: z.optional(z.array(z.string())),
    }),
  ),
});
export type PublishedWidget = z.infer<typeof publishedWidget>;
