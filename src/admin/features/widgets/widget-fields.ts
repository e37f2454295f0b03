import { guardedWidgetFields } from '../../../contract/admin/widgets.ts';
import { limits } from '../../../contract/limits.ts';

/** The parts of a widget's page, in their order. */
export const widgetTabs = ['look', 'sites', 'flow', 'limits', 'identity', 'secrets', 'code'] as const;
export type WidgetTab = (typeof widgetTabs)[number];

/** How a field is filled in. */
export type FieldKind =
  | { readonly kind: 'text' | 'lines' | 'texts' | 'flag' | 'colour' | 'flow' | 'hours' }
  | { readonly kind: 'number'; readonly min: number; readonly max?: number }
  | { readonly kind: 'choice'; readonly choices: readonly (string | number)[] };

/** THE table of what can be set on a widget, by its path in the widget's file. @see contract/directory.ts */
export const widgetFields = [
  { path: 'appearance.title', tab: 'look', kind: 'text' },
  { path: 'appearance.greeting', tab: 'look', kind: 'text' },
  { path: 'appearance.color', tab: 'look', kind: 'colour' },
  { path: 'appearance.position', tab: 'look', kind: 'choice', choices: ['left', 'right'] },
  { path: 'appearance.avatar', tab: 'look', kind: 'text' },
  { path: 'appearance.start_on_open', tab: 'look', kind: 'flag' },
  { path: 'appearance.starters', tab: 'look', kind: 'texts' },
  { path: 'appearance.font', tab: 'look', kind: 'text' },
  { path: 'appearance.size', tab: 'look', kind: 'choice', choices: ['small', 'medium', 'large'] },
  { path: 'appearance.launcher', tab: 'look', kind: 'choice', choices: ['round', 'label', 'hidden'] },
  { path: 'appearance.launcher_label', tab: 'look', kind: 'text' },
  { path: 'appearance.offset_side', tab: 'look', kind: 'number', min: 0, max: 400 },
  { path: 'appearance.offset_bottom', tab: 'look', kind: 'number', min: 0, max: 400 },
  { path: 'appearance.sound', tab: 'look', kind: 'flag' },
  { path: 'appearance.invite', tab: 'look', kind: 'text' },
  { path: 'appearance.invite_after_seconds', tab: 'look', kind: 'number', min: 0, max: 3600 },
  { path: 'appearance.invite_after_scroll', tab: 'look', kind: 'number', min: 1, max: 100 },
  { path: 'appearance.invite_on_exit', tab: 'look', kind: 'flag' },
  { path: 'appearance.invite_pages', tab: 'look', kind: 'lines' },
  { path: 'appearance.opening_hours', tab: 'look', kind: 'hours' },
  { path: 'allowed_origins', tab: 'sites', kind: 'lines' },
  { path: 'require_origin', tab: 'sites', kind: 'flag' },
  { path: 'flow', tab: 'flow', kind: 'flow' },
  { path: 'idle_minutes', tab: 'flow', kind: 'number', min: 1 },
  {
    path: 'session_limit_per_minute',
    tab: 'limits',
    kind: 'number',
    min: 1,
    max: limits.sessionMessagesPerMinuteMax,
  },
  {
    path: 'new_sessions_per_address',
    tab: 'limits',
    kind: 'number',
    min: 0,
    max: limits.newSessionsPerAddressMax,
  },
  { path: 'require_identity', tab: 'identity', kind: 'flag' },
  { path: 'identity_secret', tab: 'identity', kind: 'text' },
  { path: 'signing_secret', tab: 'identity', kind: 'text' },
  { path: 'signature_version', tab: 'identity', kind: 'choice', choices: [1, 0] },
] as const satisfies readonly (FieldKind & { readonly path: string; readonly tab: WidgetTab })[];
export type WidgetField = (typeof widgetFields)[number];
export type FieldPath = WidgetField['path'];

/** Whether changing it takes the right to configure channels. */
export function isGuarded(path: string): boolean {
  return guardedWidgetFields.some((guarded) => guarded === path);
}
