import * as z from 'zod/mini';
import type { MessageTemplate, TemplateUse } from '../../../../contract/admin/texts.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** What the parts of a template that vary are filled with; `fileId` and `link` of the header are
 * its file's upload, or address. */
export interface Filling {
  readonly header: Values;
  readonly body: Values;
  readonly buttons: Values;
}

const noFilling: Filling = { header: {}, body: {}, buttons: {} };
const values = z.record(z.string(), z.string());
const keptFilling = z.object({ header: values, body: values, buttons: values });

/** What was typed into a template's parts, as the tab keeps it. */
export function readFilling(kept: string): Filling {
  return kept === '' ? noFilling : (keptFilling.safeParse(JSON.parse(kept)).data ?? noFilling);
}

/** What the visitor reads; what is not filled yet stands as it is. */
export function filledBody({ body }: MessageTemplate, filling: Filling): string {
  return body.text.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, key: string) => filling.body[key] || written);
}

/** Whether everything is filled that must be. */
export function isFilled(template: MessageTemplate, { header, body, buttons }: Filling): boolean {
  const wanted = [
    ...(template.header?.placeholders ?? []).map((key) => header[key]),
    ...(needsFile(template) ? [header.fileId || header.link] : []),
    ...template.body.placeholders.map((key) => body[key]),
    ...asked(template).map((n) => buttons[n]),
  ];
  return wanted.every((value) => value?.trim());
}

/** The template as it is sent. @see handoff.md 2.1 */
export function templateUseOf(template: MessageTemplate, { header, body, buttons }: Filling): TemplateUse {
  const [first] = template.header?.placeholders ?? [];
  const { placeholders } = template.body;
  const given = placeholders.map((key) => [key, body[key] ?? ''] as const);
  const filledButtons = asked(template).map((n) => ({ index: n, value: buttons[n] ?? '' }));
  return {
    name: template.name,
    language: template.language,
    ...(first !== undefined && { header: { text: header[first] ?? '' } }),
    ...(needsFile(template) && {
      header: header.fileId ? { fileId: header.fileId } : { link: header.link ?? '' },
    }),
    ...(given.length > 0 && {
      body: template.parameters === 'named' ? Object.fromEntries(given) : given.map(([, value]) => value),
    }),
    ...(filledButtons.length > 0 && { buttons: filledButtons }),
  };
}

function needsFile({ header }: MessageTemplate): boolean {
  return header !== null && ['image', 'video', 'document'].includes(header.kind);
}

/** Places of buttons that must be given a value. */
function asked({ buttons }: MessageTemplate): readonly number[] {
  return buttons.flatMap(({ placeholder, kind }, n) => (placeholder && kind !== 'quick_reply' ? [n] : []));
}
