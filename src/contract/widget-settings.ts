import * as z from 'zod/mini';

/** What a widget may offer to begin with: what fits above its field on a phone. */
const mostStarters = 6;
const starterChars = 80;

/**
 * How a widget looks: `appearance` of the widget's file, and what `GET /v1/webchat/settings` answers.
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
});
export type WidgetSettings = z.infer<typeof widgetSettings>;
