import type { Tenant } from '../../contract/directory.ts';
import type { TestChat } from '../../contract/test-chat.ts';
import { GatewayError, isProblem } from '../../domain/errors.ts';
import type { IdKeys } from '../../domain/message-ids.ts';
import type { LlmClient } from '../../ports/http-client.ts';
import type { TokenCounts } from '../../ports/runs.ts';
import type { StoredTestLink, TestLinks, TestSessions, TestUse } from '../../ports/test-links.ts';
import type { Admin } from '../admin/admin.ts';
import { draftContentOf, loadKnownFlow, type StoredFlow } from '../admin/flows/flow-records.ts';
import { fingerprintOf } from '../derive-id.ts';
import type { TestSession } from './test-session.ts';
import { isSecretOf, readTestToken } from './test-token.ts';

/** What test chats use. */
export interface TestChatPorts
  extends Pick<Admin, 'directory' | 'records' | 'secrets' | 'http' | 'refusedAddress' | 'log'> {
  readonly testLinks: Pick<TestLinks, 'read'>;
  readonly testUse: TestUse;
  readonly sessions: TestSessions<TestSession>;
  readonly llm: LlmClient;
  /** The tenants' own token budgets. */
  readonly tokens: TokenCounts;
  readonly idKeys: () => Promise<IdKeys>;
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** A link that works, and what it leads to. */
export interface FoundTestLink {
  readonly tenant: Tenant;
  readonly flowId: string;
  readonly link: StoredTestLink;
  readonly stored: StoredFlow;
}

/**
 * Finds what the token of a test link leads to.
 * @throws `test_link_not_found` for one that is unknown, altered, expired or revoked, or whose tenant or flow is gone
 */
export async function findTestLink(ports: TestChatPorts, token: string): Promise<FoundTestLink> {
  const named = readTestToken(await ports.idKeys(), token);
  if (!named) throw new GatewayError('test_link_not_found');
  const { tenantId, flowId, linkId, secret } = named;
  const { links } = await ports.testLinks.read({ tenantId, flowId });
  const link = links.find(({ id }) => id === linkId);
  if (!link || !isSecretOf(secret, link.hash)) throw new GatewayError('test_link_not_found');
  const tenant = await ports.directory.findTenant(tenantId);
  if (tenant?.status !== 'active') throw new GatewayError('test_link_not_found');
  try {
    return { tenant, flowId, link, stored: await loadKnownFlow(ports, tenantId, flowId) };
  } catch (error) {
    throw isProblem(error, 'flow_not_found') ? new GatewayError('test_link_not_found') : error;
  }
}

/** Returns the header of a link's test page. */
export async function showTestChat(ports: TestChatPorts, token: string): Promise<TestChat> {
  const { tenant, flowId, link, stored } = await findTestLink(ports, token);
  const { definition } = await draftContentOf(ports, tenant.id, stored);
  const { title } = definition;
  return {
    title: typeof title === 'string' && title !== '' ? title : flowId,
    linkId: link.id,
    expiresAt: new Date(link.expiresAtMs).toISOString(),
    realCalls: link.realFor === fingerprintOf(definition),
  };
}
