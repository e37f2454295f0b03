import { useQuery } from '@tanstack/react-query';
import { type DraftContent, flowSummary, versionDetail } from '../../../../contract/admin/flows.ts';
import { type FlowDefinition, flowDefinition } from '../../../../contract/flow.ts';
import type { Call } from '../../../api/api.ts';
import { useConsole } from '../../../components/console-context.ts';
import { isObject } from '../document/document.ts';

const none: readonly FlowDefinition[] = [];

/** The live flows that a definition calls, and those that they call; what can't be read is found out by trying. */
export function useCalled(flowId: string, definition: DraftContent['definition']): readonly FlowDefinition[] {
  const { call } = useConsole();
  const ids = calledBy(definition, flowId).sort();
  const { data } = useQuery({
    queryKey: ['called-flows', flowId, ...ids],
    queryFn: () => loadCalled(call, flowId, ids),
    enabled: ids.length > 0,
  });
  return data ?? none;
}

/** The live flows of these ids, and those that they call; those that can't be read are left out. */
export async function loadCalled(
  call: Call,
  flowId: string,
  ids: readonly string[],
): Promise<FlowDefinition[]> {
  const found = new Map<string, FlowDefinition | null>();
  for (let wanted = ids; wanted.length > 0; ) {
    const loaded = await Promise.all(wanted.map((id) => loadLive(call, id).catch(() => null)));
    for (const [n, id] of wanted.entries()) found.set(id, loaded[n] ?? null);
    const next = loaded.flatMap((flow) => (flow ? calledBy(flow, flowId) : []));
    wanted = [...new Set(next)].filter((id) => !found.has(id));
  }
  return [...found.values()].filter((flow) => flow !== null);
}

async function loadLive(call: Call, id: string): Promise<FlowDefinition | null> {
  const flow = await call('GET', '/v1/admin/flows/{flowId}', flowSummary, { path: { flowId: id } });
  const { version } = flow.body.live;
  if (version === null) return null;
  const path = { flowId: id, version: String(version) };
  const live = await call('GET', '/v1/admin/flows/{flowId}/versions/{version}', versionDetail, { path });
  const { definition } = live.body;
  const parsed = flowDefinition.safeParse({ ...definition, id, version });
  return parsed.success ? parsed.data : null;
}

/** Ids of the flows that a definition calls. */
export function calledBy({ steps }: { readonly steps?: unknown }, flowId: string): string[] {
  const called = Object.values(isObject(steps) ? steps : {}).flatMap((step) =>
    isObject(step) && step.kind === 'call' && typeof step.flow === 'string' ? [step.flow] : [],
  );
  return [...new Set(called)].filter((id) => id !== flowId);
}
