import type { MetricDimensions } from '../../contract/metrics.ts';
import type { TurnDeps } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';

/** The clients of a turn's steps, with each call's duration and failure measured. */
export function timeSteps(
  gateway: Gateway,
  of: Pick<MetricDimensions, 'tenantId' | 'channel'>,
): Pick<TurnDeps, 'http' | 'llm'> {
  const { http, llm } = gateway;
  return {
    http: { send: (request) => measure(gateway, { ...of, step: 'http' }, request, () => http.send(request)) },
    llm: {
      complete: (request) => measure(gateway, { ...of, step: 'llm' }, request, () => llm.complete(request)),
    },
  };
}

async function measure<T>(
  { metrics, nowMs }: Gateway,
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
