import type { MessageTemplate, TemplatesPage } from '../../contract/admin/templates.ts';
import { TemplatesUnavailableError } from '../../domain/template-errors.ts';
import type { AccountRef } from '../../ports/send-pacing.ts';
import { readTemplates, type TemplatePorts } from './read-templates.ts';

/** Which templates, and after which of them. */
export interface TemplatesAsked {
  readonly search?: string | undefined;
  readonly sendable?: '0' | '1' | undefined;
  readonly renew?: '0' | '1' | undefined;
  readonly limit: number;
  readonly after: string | null;
}

/**
 * A page of an account's templates, by name and language.
 * @throws ChannelNotFoundError, TemplatesUnavailableError when the provider has never told any
 */
export async function listTemplates(
  ports: TemplatePorts,
  ref: AccountRef,
  { search = '', sendable, renew, limit, after }: TemplatesAsked,
): Promise<TemplatesPage> {
  // Whoever reads on has asked on the first page.
  const { templates, readAtMs, trouble } = await readTemplates(ports, ref, renew === '1' && after === null);
  if (readAtMs === null) throw new TemplatesUnavailableError(ref.accountId, trouble ?? 'unknown');
  const wanted = search.toLowerCase();
  const found = templates
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .filter(({ unsendable }) => sendable !== '1' || unsendable === null)
    .map((template) => ({ key: keyOf(template), template }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .filter(({ key }) => after === null || key > after);
  const shown = found.slice(0, limit);
  return {
    items: shown.map(({ template }) => template),
    cursor: found.length > limit ? (shown.at(-1)?.key ?? null) : null,
    readAt: new Date(readAtMs).toISOString(),
    trouble,
  };
}

const keyOf = ({ name, language }: MessageTemplate) => `${name} ${language}`;
