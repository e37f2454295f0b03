import { identifier } from '../../contract/vocabulary.ts';
import {
  InvalidSignatureError,
  InvalidVisitorTokenError,
  OriginNotAllowedError,
  StaleConfigurationError,
  TenantNotFoundError,
  WidgetNotFoundError,
} from '../../domain/errors.ts';
import type { Gateway } from '../gateway.ts';

/** What is refused by a tenant's configuration, before anything of it has been done. */
const refusals = [
  TenantNotFoundError,
  WidgetNotFoundError,
  OriginNotAllowedError,
  InvalidSignatureError,
  InvalidVisitorTokenError,
];

/**
 * Runs a request of a visitor; one that is refused by the tenant's configuration runs once more if that has been changed
 * since it was remembered: a refusal reads no conversation, which would have shown it.
 * @param run told whether it is to go by what it finds, whatever its conversation shows
 * @see docs/decisions/stamps.md
 */
export async function onceMoreIfChanged<T>(
  { directory }: Pick<Gateway, 'directory'>,
  tenantId: string,
  run: (asItIs: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await run(false);
  } catch (error) {
    const isStale = error instanceof StaleConfigurationError;
    const isRefused = refusals.some((refusal) => error instanceof refusal);
    const isChanged =
      isStale ||
      (isRefused && identifier.safeParse(tenantId).success && (await directory.lookAgain(tenantId)));
    if (isChanged) return run(true);
    throw error;
  }
}
