import * as z from 'zod/mini';
import type { MessageTemplate } from '../../contract/admin/texts.ts';
import { maybe } from '../reading.ts';

/**
 * `{"name":"order_update","language":"en","status":"APPROVED","category":"UTILITY","parameter_format":"NAMED","components":[
 * {"type":"BODY","text":"Order {{order}} has left."},{"type":"BUTTONS","buttons":[{"type":"URL","text":"Track","url":"https://…/{{1}}"}]}]}`
 */
const template = z.object({
  name: z.string().check(z.minLength(1)),
  language: z.string().check(z.minLength(1)),
  status: maybe(z.string()),
  category: maybe(z.string()),
  parameter_format: maybe(z.string()),
  components: maybe(z.array(z.unknown())),
});
const button = z.object({ type: maybe(z.string()), text: maybe(z.string()), url: maybe(z.string()) });
const component = z.object({
  type: z.string(),
  format: maybe(z.string()),
  text: maybe(z.string()),
  buttons: maybe(z.array(button)),
});
type Component = z.infer<typeof component>;

const headerKinds = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
} as const;
const buttonKinds = {
  URL: 'url',
  QUICK_REPLY: 'quick_reply',
  PHONE_NUMBER: 'phone',
  COPY_CODE: 'copy_code',
} as const;
/** The supported template components. Carousels, limited-time offers and so on aren't offered. */
const known = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']);

/** A provider's template; null for what is none. @see handoff.md 3.5 */
export function readTemplate(raw: unknown): MessageTemplate | null {
  const { data } = template.safeParse(raw);
  if (!data) return null;
  const parts = (data.components ?? []).map((each) => component.safeParse(each).data);
  const of = (type: string) => parts.find((part) => part?.type.toUpperCase() === type);
  const body = textOf(of('BODY'));
  const read: Omit<MessageTemplate, 'unsendable'> = {
    name: data.name,
    language: data.language,
    // 360dialog writes it small.
    status: (data.status ?? 'UNKNOWN').toUpperCase(),
    category: (data.category ?? 'UNKNOWN').toUpperCase(),
    parameters: isNamed(data.parameter_format, body.placeholders) ? 'named' : 'positional',
    header: headerOf(of('HEADER')),
    body,
    footer: of('FOOTER')?.text ?? null,
    buttons: (of('BUTTONS')?.buttons ?? []).map(buttonOf),
  };
  const isWhole =
    of('BODY') !== undefined && parts.every((part) => part && known.has(part.type.toUpperCase()));
  return { ...read, unsendable: unsendable(read, isWhole) };
}

function isNamed(format: string | undefined, placeholders: readonly string[]): boolean {
  if (format !== undefined) return format.toUpperCase() === 'NAMED';
  return placeholders.some((name) => !/^\d+$/.test(name));
}

/** A text with its placeholders, each once, the numbers in their order. */
function textOf(part: Pick<Component, 'text'> | undefined): MessageTemplate['body'] {
  const text = part?.text ?? '';
  const names = [...text.matchAll(/\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g)].map(([, name = '']) => name);
  const once = [...new Set(names)];
  const isNumbered = once.every((name) => /^\d+$/.test(name));
  return { text, placeholders: isNumbered ? once.sort((a, b) => Number(a) - Number(b)) : once };
}

function headerOf(part: Component | undefined): MessageTemplate['header'] {
  if (!part) return null;
  const format = (part.format ?? 'TEXT').toUpperCase();
  const kind = headerKinds[format as keyof typeof headerKinds] ?? 'location';
  if (kind !== 'text') return { kind, placeholders: [] };
  return { kind, ...textOf(part) };
}

function buttonOf({ type = '', text = '', url }: z.infer<typeof button>): MessageTemplate['buttons'][number] {
  const kind = buttonKinds[type.toUpperCase() as keyof typeof buttonKinds] ?? 'other';
  const placeholder = kind === 'copy_code' || (kind === 'url' && /\{\{[^}]+\}\}/.test(url ?? ''));
  return { kind, text, ...(url !== undefined && { url }), placeholder };
}

function unsendable(
  { status, category, header, buttons }: Omit<MessageTemplate, 'unsendable'>,
  isWhole: boolean,
): MessageTemplate['unsendable'] {
  if (status !== 'APPROVED') return 'status';
  if (category === 'AUTHENTICATION') return 'authentication';
  const isStrange = header?.kind === 'location' || buttons.some(({ kind }) => kind === 'other');
  return isWhole && !isStrange ? null : 'unsupported';
}
