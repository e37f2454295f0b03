import { exactOrigin } from '../../channels/checks/origin.ts';
import type { KnownCaller } from '../../channels/webchat-http/verify.ts';
import type { Tenant } from '../../contract/directory.ts';
import { headers } from '../../contract/headers.ts';
import { limits, refusalLimits } from '../../contract/limits.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { GatewayError, isProblem, TenantNotFoundError, withoutSite } from '../../domain/errors.ts';
import { nowIn } from '../../engine/expression-values.ts';
import type { Gateway } from '../gateway.ts';

/** A request that was refused. */
interface RefusedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The caller, as far as known when the request was rejected. */
  readonly caller: KnownCaller;
  /** The operation in the route table. */
  readonly operation: string;
}

/**
 * Counts a refused request of a visitor by its tenant, for the reports: in memory, since a refusal is not to cost more by it.
 * @see docs/decisions/reports.md
 */
export async function countRefusal(
  gateway: Pick<Gateway, 'directory' | 'log' | 'nowMs' | 'deadlines' | 'refusals'>,
  request: RefusedRequest,
  error: unknown,
): Promise<void> {
  if (!(error instanceof GatewayError) || error.status >= 500) return;
  if (error instanceof TenantNotFoundError) return;
  if (isProblem(error, 'origin_not_allowed')) await noteOrigin(gateway, request);
  const tenant = request.caller.tenant ?? (await namedTenant(gateway, request));
  if (tenant?.status !== 'active') return;
  gateway.refusals.add({
    tenantId: tenant.id,
    date: String(nowIn(tenant.time_zone ?? 'UTC', gateway.nowMs()).date),
    code: error.code,
    keptDays: tenant.retention_days ?? limits.logRetentionDays,
    origin: siteOf(request.headers.origin),
    isMessage: request.operation === 'post-webchat-message',
  });
}

/** Notes a refused origin at its widget; what could not be allowed is not noted, and a note that can't be made changes no answer. */
async function noteOrigin(
  { refusals, log }: Pick<Gateway, 'log' | 'refusals'>,
  { headers: { origin = '' }, caller: { tenant, widget } }: RefusedRequest,
): Promise<void> {
  const exact = exactOrigin(origin);
  if (!tenant || !widget || exact === null) return;
  const noted = { tenantId: tenant.id, widgetId: widget.id };
  await refusals
    .noteOrigin(noted, exact, tenant.retention_days ?? limits.logRetentionDays)
    .catch((error: unknown) => log.error('refused origin not counted', error, noted));
}

/** Writes what was counted, for a request that it never fails. */
export async function writeRefusals({
  refusals,
  deadlines,
  log,
}: Pick<Gateway, 'log' | 'deadlines' | 'refusals'>): Promise<void> {
  await deadlines
    .within(refusalLimits.writeMs, () => refusals.write())
    .catch((error: unknown) => log.warn('refused requests could not be counted', { reason: String(error) }));
}

/** The tenant in an unreadable request's header, if it exists. */
async function namedTenant(
  { directory, deadlines }: Pick<Gateway, 'directory' | 'deadlines'>,
  request: RefusedRequest,
): Promise<Tenant | null> {
  const named = identifier.safeParse(request.headers[headers.tenantId] ?? request.query.tenant);
  if (!named.success) return null;
  // Callers that depend on it report an outage.
  return deadlines.within(refusalLimits.writeMs, () => directory.findTenant(named.data)).catch(() => null);
}

/** The origin is untrusted: only those that a widget could allow are counted by name. */
function siteOf(origin: string | undefined): string {
  if (origin === undefined) return withoutSite.none;
  const exact = exactOrigin(origin);
  if (exact === null) return withoutSite.unreadable;
  return exact.length > refusalLimits.siteChars ? withoutSite.others : exact;
}
