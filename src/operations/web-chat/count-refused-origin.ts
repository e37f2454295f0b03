import { exactOrigin } from '../../channels/checks/origin.ts';
import type { Caller, OnCaller } from '../../channels/webchat-http/verify.ts';
import { limits } from '../../contract/limits.ts';
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

type Ports = Pick<Gateway, 'log' | 'refusedOrigins'>;

/** Runs a request of a visitor; one whose origin is refused is counted at the widget, for who looks after it. */
export async function countRefusedOrigin<T>(
  gateway: Ports,
  origin: string | undefined,
  onCaller: OnCaller,
  run: (onCaller: OnCaller) => Promise<T>,
): Promise<T> {
  const known: { caller?: Parameters<OnCaller>[0] } = {};
  const onKnown: OnCaller = (caller) => {
    known.caller = caller;
    onCaller(caller);
  };
  try {
    return await run(onKnown);
  } catch (error) {
    const { tenant, widget } = known.caller ?? {};
    if (error instanceof OriginNotAllowedError && tenant && widget)
      await note(gateway, { tenant, widget }, origin ?? '');
    throw error;
  }
}

/** What could not be allowed is not noted; a note that can't be made changes no answer. */
async function note(
  { refusedOrigins, log }: Ports,
  { tenant, widget }: Caller,
  origin: string,
): Promise<void> {
  const exact = exactOrigin(origin);
  if (exact === null) return;
  const noted = { tenantId: tenant.id, widgetId: widget.id };
  await refusedOrigins
    .note(noted, exact, tenant.retention_days ?? limits.logRetentionDays)
    .catch((error: unknown) => log.error('refused origin not counted', error, noted));
}

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
