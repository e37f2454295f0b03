import type { DraftContent, DraftValidation, FlowResources } from '../../../contract/admin/flows.ts';
import type { FlowDefinition } from '../../../contract/flow.ts';
import { inWords, problemsOf } from '../../../contract/in-words.ts';
import { queuesOf } from '../../../contract/queues.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { flowsCalled } from '../../../domain/flows-called.ts';
import { flowScript } from '../../../engine/flow-script.ts';
import { runScript } from '../../../engine/run-script.ts';
import { type FlowSurroundings, validateFlow } from '../../../engine/validate.ts';
import { findFlowWarnings, findScriptWarnings } from '../../../warnings/find-flow-warnings.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { definitionOf } from './drafts.ts';
import { draftContentOf, etagOf, findDefinition, liveOf, loadFlow, loadKnownFlow } from './flow-records.ts';

type Ports = Pick<Admin, 'records' | 'directory'> & Partial<Pick<Admin, 'refusedAddress'>>;
type Script = DraftValidation['scripts'][number];

/** A draft that was checked, and what it would become. */
interface Checked {
  readonly validation: DraftValidation;
  /** Null if it has problems. */
  readonly flow: FlowDefinition | null;
}

/** Returns the problems of a saved draft, as publishing would. @throws `flow_not_found` */
export async function validateDraft(
  admin: Ports,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  flowId: string,
): Promise<Answer<DraftValidation>> {
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  const content = await draftContentOf(admin, tenantId, stored);
  const { validation } = await checkDraft(admin, tenantId, { flowId, content });
  return { body: validation, etag: etagOf(stored) };
}

/** Holds a draft against the rules of the language and the tenant, and plays its scripted conversations. */
export async function checkDraft(
  admin: Ports,
  tenantId: string,
  { flowId, content, version }: { flowId: string; content: DraftContent; version?: number },
): Promise<Checked> {
  const definition = definitionOf(flowId, content, version);
  const result = validateFlow(definition, await surroundingsOf(admin, tenantId, flowId));
  if (!result.ok) {
    const validation = { valid: false, faults: [...result.errors], warnings: [], scripts: [] };
    return { validation, flow: null };
  }
  const { flow } = result;
  const others = await findCalled(admin, tenantId, flow);
  const played = await Promise.all(content.conversations.map((script, n) => play(flow, script, n, others)));
  const scripts = played.map(({ outcome }) => outcome);
  const reached = played.map(({ steps }) => steps);
  const warnings = [...findFlowWarnings(flow), ...findScriptWarnings(flow, reached)];
  const valid = scripts.every(({ ok }) => ok);
  return { validation: { valid, faults: [], warnings, scripts }, flow };
}

const flowsMost = 10_000;

/** Reads what the steps of a tenant's flows can name. */
export async function readFlowResources(
  admin: Pick<Admin, 'records' | 'directory' | 'models'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
): Promise<FlowResources> {
  const prefix = directoryKeys.published('');
  const [tenant, pointers] = await Promise.all([
    admin.directory.findTenant(tenantId),
    admin.records.list(tenantId, prefix, { limit: flowsMost }),
  ]);
  return {
    queues: [...queuesOf(tenant)],
    flows: pointers.map(({ sk }) => sk.slice(prefix.length)),
    secrets: tenant?.flow_secrets ?? {},
    models: [...(admin.models ?? [])],
  };
}

async function surroundingsOf(admin: Ports, tenantId: string, flowId: string): Promise<FlowSurroundings> {
  const { flows, models: _, ...resources } = await readFlowResources(admin, { tenantId });
  return {
    ...resources,
    ...(admin.refusedAddress && { refusedAddress: admin.refusedAddress }),
    flowIds: new Set([flowId, ...flows]),
  };
}

/** The live flows that a flow calls, and those that they call. */
export async function findCalled(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  flow: FlowDefinition,
): Promise<readonly FlowDefinition[]> {
  const found = new Map<string, FlowDefinition>();
  for (let wanted = flowsCalled(flow); wanted.length > 0; ) {
    const news = await Promise.all(
      wanted.map(async (flowId) => {
        const { version } = liveOf(await loadFlow(admin, tenantId, flowId));
        return version === null ? null : findDefinition(admin, tenantId, flowId, version);
      }),
    );
    for (const one of news) if (one) found.set(one.id, one);
    wanted = [...new Set(news.flatMap((one) => (one ? flowsCalled(one) : [])))].filter(
      (id) => id !== flow.id && !found.has(id),
    );
  }
  return [...found.values()];
}

async function play(
  flow: FlowDefinition,
  script: DraftContent['conversations'][number],
  n: number,
  others: readonly FlowDefinition[],
): Promise<{ readonly outcome: Script; readonly steps: readonly string[] }> {
  const title = typeof script.title === 'string' ? script.title : `conversation ${n + 1}`;
  const parsed = flowScript.safeParse(script, { error: inWords });
  if (!parsed.success) {
    const message = problemsOf(parsed.error)
      .map(({ path, message: text }) => `${path}: ${text}`)
      .join('; ');
    return { outcome: { title, ok: false, message }, steps: [] };
  }
  const result = await runScript(flow, script, others);
  const { steps } = result;
  if (result.ok) return { outcome: { title, ok: true }, steps };
  const { step, message } = result;
  return { outcome: { title, ok: false, step, message }, steps };
}
