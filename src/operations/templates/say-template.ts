import type { TemplateUse } from '../../contract/admin/templates.ts';
import { limits } from '../../contract/limits.ts';
import { type FilledTemplate, fillTemplate } from '../../domain/template/fill-template.ts';
import { InvalidTemplateError, TemplatesUnavailableError } from '../../domain/template-errors.ts';
import { readTemplates, type TemplatePorts } from './read-templates.ts';

/** Whom a template is for: where nobody has written by an account there is none. */
export interface TemplatePlace {
  readonly tenantId: string;
  readonly channel: string;
  readonly accountId?: string | undefined;
}

/**
 * A template as it is said, checked before anything is written. One that was approved since the provider was last asked
 * is found, too.
 * @throws InvalidTemplateError, TemplatesUnavailableError, ChannelNotFoundError
 * @see handoff.md 3.6
 */
export async function sayTemplate(
  ports: TemplatePorts,
  { tenantId, channel, accountId }: TemplatePlace,
  use: TemplateUse,
): Promise<FilledTemplate> {
  if (channel === 'webchat' || channel === 'contactcenter' || accountId === undefined)
    throw new InvalidTemplateError([{ path: 'template', message: 'there are templates on chat apps only' }]);
  const ref = { tenantId, channel, accountId };
  const { templates, readAtMs, trouble } = await readTemplates(ports, ref);
  if (readAtMs === null) throw new TemplatesUnavailableError(accountId, trouble ?? 'unknown');
  try {
    return fillTemplate(templates, use);
  } catch (error) {
    const isFresh = trouble !== null || readAtMs > ports.nowMs() - limits.templatesPauseMs;
    if (!(error instanceof InvalidTemplateError) || isFresh) throw error;
    return fillTemplate((await readTemplates(ports, ref, true)).templates, use);
  }
}
