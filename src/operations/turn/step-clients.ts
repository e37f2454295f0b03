import type { MetricDimensions } from '../../contract/metrics.ts';
import { queueHoursOf } from '../../contract/queues.ts';
import type { FlowSecret, TurnDeps } from '../../engine/interfaces.ts';
import type { LlmClient } from '../../ports/http-client.ts';
import type { Gateway } from '../gateway.ts';

/** What a turn's steps use. */
export type StepPorts = Pick<
  Gateway,
  'directory' | 'secrets' | 'tokens' | 'http' | 'llm' | 'metrics' | 'nowMs'
>;

/** The external clients of a turn's steps, with measured calls and the tenant's limits. */
export async function stepClients(
  gateway: StepPorts,
  of: Pick<MetricDimensions, 'channel'> & { readonly tenantId: string },
): Promise<Pick<TurnDeps, 'http' | 'llm' | 'timeZone' | 'hours' | 'country' | 'secrets'>> {
  const { http } = gateway;
  // Remembered for a minute by the directory: most turns have read it already.
  const tenant = await gateway.directory.findTenant(of.tenantId);
  const perDay = tenant?.llm_tokens_per_day;
  const llm = perDay === undefined ? gateway.llm : withinBudget(gateway, of.tenantId, perDay);
  return {
    http: { send: (request) => measure(gateway, { ...of, step: 'http' }, request, () => http.send(request)) },
    llm: {
      complete: (request) => measure(gateway, { ...of, step: 'llm' }, request, () => llm.complete(request)),
    },
    ...(tenant?.time_zone !== undefined && { timeZone: tenant.time_zone }),
    ...(tenant?.handoff && { hours: queueHoursOf(tenant) }),
    ...(tenant?.country !== undefined && { country: tenant.country }),
    secrets: {
      async read(name): Promise<FlowSecret | null> {
        const hosts = tenant?.flow_secrets?.[name]?.hosts;
        if (!hosts) return null;
        const value = (await gateway.secrets.read(of.tenantId))[name];
        return value ? { value, hosts } : null;
      },
    },
  };
}

/** The day's tokens are used up: the step continues at On error. */
class TokenBudgetError extends Error {
  override readonly name = 'TokenBudgetError';
}

/** Calls a model only while the tenant has tokens left today. The last reply may exceed the limit. */
export function withinBudget(
  { llm, tokens }: Pick<StepPorts, 'llm' | 'tokens'>,
  tenantId: string,
  perDay: number,
): LlmClient {
  return {
    async complete(request) {
      if ((await tokens.used(tenantId)) >= perDay) {
        throw new TokenBudgetError("the tenant's tokens of language models are used up for today");
      }
      const answer = await llm.complete(request);
      if (typeof answer !== 'string' && answer.tokens) await tokens.add(tenantId, answer.tokens);
      return answer;
    },
  };
}

async function measure<T>(
  { metrics, nowMs }: Pick<Gateway, 'metrics' | 'nowMs'>,
  dimensions: MetricDimensions,
  { signal }: { readonly signal?: AbortSignal },
  call: () => Promise<T>,
): Promise<T> {
  const startedAtMs = nowMs();
  try {
    return await call();
  } catch (error) {
    // A turn that is handed over to the queue has not failed: the worker runs its step again.
    if (!signal?.aborted) metrics.count('StepsFailed', dimensions);
    throw error;
  } finally {
    metrics.time('StepMs', dimensions, nowMs() - startedAtMs);
  }
}
