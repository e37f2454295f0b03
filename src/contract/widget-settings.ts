import * as z from 'zod/mini';

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
});
export type WidgetSettings = z.infer<typeof widgetSettings>;
