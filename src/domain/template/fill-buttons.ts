import type { MessageTemplate, TemplateUse } from '../../contract/admin/templates.ts';
import { limits } from '../../contract/limits.ts';
import type { SentTemplate } from '../../contract/vocabulary.ts';
import { checkValue, type Fault, tooLong } from './check-value.ts';

/** `{{1}}`, or `{{order}}`. */
export const placeholder = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The values of a template's buttons; adds what speaks against them. */
export function fillButtons(
  { buttons }: MessageTemplate,
  use: TemplateUse,
  faults: Fault[],
): NonNullable<SentTemplate['buttons']> {
  const given = new Map((use.buttons ?? []).map(({ index, value }, n) => [index, { value, n }]));
  const filled = buttons.flatMap(({ kind, placeholder: isNeeded, url = '' }, index) => {
    const own = given.get(index);
    if (kind === 'phone' || kind === 'other' || (!own && !isNeeded)) return [];
    if (kind === 'url' && !isNeeded) return [];
    given.delete(index);
    const path = own ? `template.buttons.${own.n}.value` : 'template.buttons';
    if (!own) faults.push({ path, message: `button ${index} must be given a value` });
    else checkButton(kind, url, own.value, path, faults);
    return [{ index, kind, value: own?.value ?? '' }];
  });
  for (const [index, { n }] of given) {
    const message =
      index < buttons.length ? 'this button has nothing to fill' : `it has ${buttons.length} buttons`;
    faults.push({ path: `template.buttons.${n}.index`, message });
  }
  return filled;
}

function checkButton(
  kind: 'url' | 'quick_reply' | 'copy_code',
  url: string,
  value: string,
  path: string,
  faults: Fault[],
): void {
  checkValue(value, path, faults);
  const most = {
    url: limits.templateUrlChars - url.replaceAll(placeholder, '').length,
    quick_reply: limits.templatePayloadChars,
    copy_code: limits.templateCodeChars,
  }[kind];
  if (value.length > most) faults.push(tooLong(path, 'value', most));
}
