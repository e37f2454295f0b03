import type { PublishedWidget } from '../contract/widget-settings.ts';

type Reader = (value: unknown) => unknown;

const text: Reader = (value) => (typeof value === 'string' ? value : undefined);
const like =
  (pattern: RegExp): Reader =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
/** An attribute holds its number, or its truth, as a text. */
const number: Reader = (value) => (/^\d{1,10}$/.test(String(value)) ? Number(value) : undefined);
const flag: Reader = (value) => (/^(true|false)$/.test(String(value)) ? String(value) === 'true' : undefined);
const list: Reader = (value) => {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter(Boolean);
  return Array.isArray(value) ? value.map(String) : undefined;
};

const labels: Reader = (value) =>
  Array.isArray(value) ? value.filter((label) => label && typeof label === 'string') : undefined;

/** THE table of a widget's settings, each with what may stand there. By hand: a schema would be a fifth of the widget. */
const readers: Readonly<Record<keyof PublishedWidget, Reader>> = {
  title: text,
  greeting: text,
  color: like(/^#[0-9a-f]{6}$/i),
  position: like(/^(left|right)$/),
  avatar: text,
  start_on_open: flag,
  starters: labels,
  font: like(/^[\p{L}\p{N} "',._-]{1,200}$/u),
  size: like(/^(small|medium|large)$/),
  offset_side: number,
  offset_bottom: number,
  z_index: number,
  launcher: like(/^(round|label|hidden)$/),
  launcher_label: text,
  sound: flag,
  invite: text,
  invite_after_seconds: number,
  invite_after_scroll: number,
  invite_on_exit: flag,
  invite_pages: list,
  opening_hours: (value) => (value && typeof value === 'object' ? value : undefined),
  time_zone: text,
  show_team: flag,
  email_replies: flag,
  email_after_minutes: number,
  team: labels,
  reply_seconds: number,
  uploads: uploadsOf,
};

/**
 * Parses a widget's settings from the gateway or the page: `offset_side` is `offsetSide` in a script and
 * `data-offset-side` in a tag. Invalid values are ignored.
 */
export function readWidgetSettings(given: object): PublishedWidget {
  const fields = given as Readonly<Record<string, unknown>>;
  const read = Object.entries(readers).flatMap(([name, reader]) => {
    const camelCase = name.replace(/_(\w)/g, (_whole, char: string) => char.toUpperCase());
    const value = reader(fields[name] ?? fields[camelCase]);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(read) as PublishedWidget;
}

function uploadsOf(value: unknown): PublishedWidget['uploads'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { maxBytes, types } = value as Readonly<Record<string, unknown>>;
  if (typeof maxBytes !== 'number') return undefined;
  return { maxBytes, ...(Array.isArray(types) && { types: types.map(String) }) };
}
