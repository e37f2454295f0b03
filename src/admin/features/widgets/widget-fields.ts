import { guardedWidgetFields } from '../../../contract/admin/widgets.ts';
import { limits } from '../../../contract/limits.ts';

/** The sections of a widget's page, in their order. */
export const widgetTabs = ['content', 'style', 'behavior', 'security', 'code'] as const;
export type WidgetTab = (typeof widgetTabs)[number];

/** Groups within the sections, each with a heading. */
type WidgetGroup = 'flow' | 'invite' | 'hours' | 'sites' | 'identity' | 'limits';

/** How a field is edited. */
export type FieldKind =
  | { readonly kind: 'text' | 'lines' | 'texts' | 'flag' | 'colour' | 'flow' | 'hours' | 'queue' }
  | { readonly kind: 'number'; readonly min: number; readonly max?: number }
  | { readonly kind: 'choice'; readonly choices: readonly (string | number)[] };

/** THE table of what can be set on a widget, by its path in the widget's file. @see contract/directory.ts */
export const widgetFields = [
  { path: 'appearance.title', tab: 'content', kind: 'text' },
  { path: 'appearance.greeting', tab: 'content', kind: 'text' },
  { path: 'appearance.starters', tab: 'content', kind: 'texts' },
  { path: 'appearance.avatar', tab: 'content', kind: 'text' },
  { path: 'appearance.show_team', tab: 'content', kind: 'flag' },
  { path: 'appearance.email_replies', tab: 'content', kind: 'flag' },
  { path: 'appearance.email_after_minutes', tab: 'content', kind: 'number', min: 0, max: 60 },
  { path: 'appearance.color', tab: 'style', kind: 'colour' },
  { path: 'appearance.position', tab: 'style', kind: 'choice', choices: ['left', 'right'] },
  { path: 'appearance.size', tab: 'style', kind: 'choice', choices: ['small', 'medium', 'large'] },
  { path: 'appearance.launcher', tab: 'style', kind: 'choice', choices: ['round', 'label', 'hidden'] },
  { path: 'appearance.launcher_label', tab: 'style', kind: 'text' },
  { path: 'appearance.font', tab: 'style', kind: 'text' },
  { path: 'appearance.offset_side', tab: 'style', kind: 'number', min: 0, max: 400 },
  { path: 'appearance.offset_bottom', tab: 'style', kind: 'number', min: 0, max: 400 },
  { path: 'flow', tab: 'behavior', group: 'flow', kind: 'flow' },
  { path: 'appearance.start_on_open', tab: 'behavior', group: 'flow', kind: 'flag' },
  { path: 'idle_minutes', tab: 'behavior', group: 'flow', kind: 'number', min: 1 },
  { path: 'appearance.sound', tab: 'behavior', group: 'flow', kind: 'flag' },
  { path: 'appearance.invite', tab: 'behavior', group: 'invite', kind: 'text' },
  {
    path: 'appearance.invite_after_seconds',
    tab: 'behavior',
    group: 'invite',
    kind: 'number',
    min: 0,
    max: 3600,
  },
  {
    path: 'appearance.invite_after_scroll',
    tab: 'behavior',
    group: 'invite',
    kind: 'number',
    min: 1,
    max: 100,
  },
  { path: 'appearance.invite_on_exit', tab: 'behavior', group: 'invite', kind: 'flag' },
  { path: 'appearance.invite_pages', tab: 'behavior', group: 'invite', kind: 'lines' },
  { path: 'appearance.show_hours', tab: 'behavior', group: 'hours', kind: 'queue' },
  // Of earlier releases: shown where a widget has them.
  { path: 'appearance.opening_hours', tab: 'behavior', group: 'hours', kind: 'hours' },
  { path: 'allowed_origins', tab: 'security', group: 'sites', kind: 'lines' },
  { path: 'require_origin', tab: 'security', group: 'sites', kind: 'flag' },
  { path: 'require_identity', tab: 'security', group: 'identity', kind: 'flag' },
  { path: 'identity_secret', tab: 'security', group: 'identity', kind: 'text' },
  { path: 'signing_secret', tab: 'security', group: 'identity', kind: 'text' },
  { path: 'signature_version', tab: 'security', group: 'identity', kind: 'choice', choices: [1, 0] },
  {
    path: 'session_limit_per_minute',
    tab: 'security',
    group: 'limits',
    kind: 'number',
    min: 1,
    max: limits.sessionMessagesPerMinuteMax,
  },
  {
    path: 'new_sessions_per_address',
    tab: 'security',
    group: 'limits',
    kind: 'number',
    min: 0,
    max: limits.newSessionsPerAddressMax,
  },
] as const satisfies readonly (FieldKind & {
  readonly path: string;
  readonly tab: WidgetTab;
  readonly group?: WidgetGroup;
})[];
export type WidgetField = (typeof widgetFields)[number];
export type FieldPath = WidgetField['path'];

/** Whether changing it requires the permission to configure channels. */
export function isGuarded(path: string): boolean {
  return guardedWidgetFields.some((guarded) => guarded === path);
}
