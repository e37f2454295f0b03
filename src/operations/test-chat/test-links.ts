import type { CreatedTestLink, NewTestLink, TestLink, TestLinks } from '../../contract/admin/drafts.ts';
import { limits } from '../../contract/limits.ts';
import { allows } from '../../contract/roles.ts';
import { GatewayError, invalidBody, TemporarilyUnavailableError } from '../../domain/errors.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import { notAllowed } from '../../domain/problems.ts';
import type { StoredTestLink } from '../../ports/test-links.ts';
import type { Admin, AdminCaller } from '../admin/admin.ts';
import { audited } from '../admin/audit.ts';
import { draftContentOf, loadKnownFlow } from '../admin/flows/flow-records.ts';
import { fingerprintOf } from '../derive-id.ts';
import { newTestSecret, signTestToken, testSecretHash } from './test-token.ts';

type Ports = Pick<
  Admin,
  'records' | 'testLinks' | 'testUse' | 'audit' | 'idKeys' | 'log' | 'nowMs' | 'random'
>;

/**
 * Lists the test links of a flow that still work, newest first.
 * @throws `flow_not_found`
 */
export async function listTestLinks(
  admin: Ports,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  flowId: string,
): Promise<TestLinks> {
  const draft = await draftFingerprint(admin, tenantId, flowId);
  const { links } = await admin.testLinks.read({ tenantId, flowId });
  const items = await Promise.all(links.map((link) => viewOf(admin, { tenantId, draft }, link)));
  return {
    items: items.reverse(),
    limits: {
      links: limits.testLinksPerFlow,
      sessions: limits.testSessionsPerDay,
      messages: limits.testMessagesPerDay,
    },
  };
}

/**
 * Creates a test link. Only this answer contains its token: a hash of the secret is stored.
 * @throws `flow_not_found`; `not_allowed` for real calls without the right to publish; `invalid_body` for one too many
 */
export async function createTestLink(
  admin: Ports,
  caller: AdminCaller,
  { flowId, realCalls = false }: NewTestLink & { readonly flowId: string },
): Promise<CreatedTestLink> {
  const { tenantId, id: userId, email, role } = caller;
  if (realCalls && !allows([role], 'flows:publish')) throw notAllowed(role, 'admin');
  const draft = await draftFingerprint(admin, tenantId, flowId);
  const nowMs = admin.nowMs();
  const secret = newTestSecret();
  const link: StoredTestLink = {
    id: newMessageId(admin.nowMs, admin.random).toLowerCase(),
    hash: testSecretHash(secret),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + limits.testLinkMs,
    by: { id: userId, email },
    realFor: realCalls ? draft : null,
  };
  const change = {
    action: 'flow.create-test-link',
    resource: { kind: 'flow', id: flowId },
    changes: [
      { path: 'testLink', before: null, after: link.id },
      { path: 'realCalls', before: null, after: realCalls },
    ],
  };
  await audited(admin, caller, change, () =>
    changeLinks(admin, { tenantId, flowId }, (links) => {
      if (links.length >= limits.testLinksPerFlow)
        throw invalidBody(`a flow has ${limits.testLinksPerFlow} test links at most: revoke one`);
      return [...links, link];
    }),
  );
  return {
    ...(await viewOf(admin, { tenantId, draft }, link)),
    token: signTestToken(await admin.idKeys(), { tenantId, flowId, linkId: link.id, secret }),
  };
}

/**
 * Revokes a test link at once, also for chats in progress.
 * @throws `test_link_not_found`
 */
export async function revokeTestLink(
  admin: Ports,
  caller: AdminCaller,
  { flowId, linkId }: { readonly flowId: string; readonly linkId: string },
): Promise<void> {
  const { tenantId } = caller;
  const { links } = await admin.testLinks.read({ tenantId, flowId });
  if (!links.some(({ id }) => id === linkId)) throw new GatewayError('test_link_not_found');
  const change = {
    action: 'flow.revoke-test-link',
    resource: { kind: 'flow', id: flowId },
    changes: [{ path: 'testLink', before: linkId, after: null }],
  };
  await audited(admin, caller, change, () =>
    changeLinks(admin, { tenantId, flowId }, (now) => now.filter(({ id }) => id !== linkId)),
  );
}

const attempts = 5;

/** @throws TemporarilyUnavailableError when others keep writing */
async function changeLinks(
  { testLinks }: Pick<Ports, 'testLinks'>,
  flow: { readonly tenantId: string; readonly flowId: string },
  change: (links: readonly StoredTestLink[]) => readonly StoredTestLink[],
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { links, revision } = await testLinks.read(flow);
    if (await testLinks.write(flow, change(links), revision)) return;
  }
  throw new TemporarilyUnavailableError();
}

async function draftFingerprint(admin: Ports, tenantId: string, flowId: string): Promise<string> {
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  return fingerprintOf((await draftContentOf(admin, tenantId, stored)).definition);
}

async function viewOf(
  { testUse }: Pick<Ports, 'testUse'>,
  { tenantId, draft }: { readonly tenantId: string; readonly draft: string },
  { id, by, createdAtMs, expiresAtMs, realFor }: StoredTestLink,
): Promise<TestLink> {
  return {
    id,
    by,
    createdAt: new Date(createdAtMs).toISOString(),
    expiresAt: new Date(expiresAtMs).toISOString(),
    realCalls: realFor !== null,
    changedSince: realFor !== null && realFor !== draft,
    today: await testUse.read(tenantId, id),
  };
}
