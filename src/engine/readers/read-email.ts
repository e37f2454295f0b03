import { normalizeTyped } from '../typed-text.ts';
import { type Reading, unreadable } from './reading.ts';

const emailChars = 254;
const localChars = 64;
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const topLabel = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu;
/** @see https://www.rfc-editor.org/rfc/rfc6761 Names that never lead anywhere */
const nowhere = new Set(['invalid', 'localhost', 'local']);

/** An address that mail can reach: of `Ada <ada@example.com>`, `mailto:ada@example.com` and `ada@example.com.` that. */
export function readEmail(text: string): Reading {
  const written = normalizeTyped(text);
  const [, inAngles] = /^[^<>@]*<([^<>]*)>[.,;]?$/.exec(written) ?? [];
  const address = (inAngles ?? written)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^["'(]/, '')
    .replace(/["')]?[.,;:!。、]?$/u, '');
  return isAddress(address) ? { kind: 'value', value: address } : unreadable;
}

function isAddress(address: string): boolean {
  const [name = '', domain = '', ...more] = address.split('@');
  if (more.length > 0 || address.length > emailChars || name.length > localChars) return false;
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return (
    local.test(name) &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    topLabel.test(top) &&
    !nowhere.has(top.toLowerCase())
  );
}
