import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/contract/admin/audit.ts';
import type { HandoffSettingsBody } from '../../../src/contract/admin/tenants.ts';
import { directoryKeys } from '../../../src/domain/directory-keys.ts';
import type { GatewayError } from '../../../src/domain/errors.ts';
import { isProblem } from '../../../src/domain/errors.ts';
import type { Admin, AdminCaller } from '../../../src/operations/admin/admin.ts';
import { changeTenant } from '../../../src/operations/admin/tenants/tenants.ts';
import {
  changeHandoffSettings,
  readHandoffSettings,
} from '../../../src/operations/admin/tenants/write-tenant.ts';
import type { DirectoryRecord } from '../../../src/ports/directory-writer.ts';

const caller: AdminCaller = {
  ...{
    id: 'ada',
    name: 'Ada',
    email: 'ada@acme.example',
    role: 'admin',
    homeTenantId: 'acme',
    tenantId: 'acme',
  },
  ...{ correlationId: 'corr-1', sourceIp: '203.0.113.7' },
};
const tenant = {
  ...{ id: 'acme', name: 'Acme', status: 'active', retention_days: 30 },
  ...{ queues: ['support', 'repairs'], handoff: { texts: { missed: 'Nobody is there.' } } },
};
/** A flow that hands over into a queue. */
const handingTo = (version: number, queue?: string) => ({
  ...{ formatVersion: 1, id: 'help', version, start: 'human' },
  steps: {
    human: { kind: 'handoff', reason: 'help', ...(queue && { queue }), next: 'bye' },
    bye: { kind: 'end' },
  },
});

let items: Map<string, DirectoryRecord>;
let entries: AuditEntry[];
let writes = 0;
/** Definitions that were read, and how many calls were under way at the same time at most. */
let definitionsRead: string[];
let asking = 0;
let atOnce = 0;

const put = (sk: string, attributes: DirectoryRecord['attributes']) => {
  writes += 1;
  items.set(sk, { sk, attributes, revision: `r${writes}` });
  return `r${writes}`;
};

/** What these operations ask of the admin API's ports, in memory. */
const admin = {
  records: {
    async find(_tenantId: string, sk: string) {
      if (sk.startsWith('flow#')) definitionsRead.push(sk);
      asking += 1;
      atOnce = Math.max(atOnce, asking);
      await Promise.resolve();
      asking -= 1;
      return items.get(sk) ?? null;
    },
    list: async (
      _tenantId: string,
      prefix: string,
      { limit, after = '' }: { limit: number; after?: string },
    ) =>
      [...items.values()]
        .filter(({ sk }) => sk.startsWith(prefix) && sk > after)
        .sort((a, b) => (a.sk < b.sk ? -1 : 1))
        .slice(0, limit),
    write: async (_tenantId: string, { sk, attributes }: DirectoryRecord, expected: { revision: string }) =>
      items.get(sk)?.revision === expected.revision ? put(sk, attributes) : null,
    renewCacheVersion: async () => undefined,
  },
  audit: {
    begin: async (_tenantId: string, entry: AuditEntry) => void entries.push(entry),
    end: async () => undefined,
  },
  log: { error: () => undefined },
  nowMs: () => Date.parse('2026-05-03T12:00:00Z'),
  random: () => 0.5,
} as unknown as Admin;

const publish = (live: number, ...flows: readonly ReturnType<typeof handingTo>[]) => {
  const canary = flows.length > 1 ? { version: flows[1]?.version, percent: 10 } : undefined;
  put(directoryKeys.published('help'), { document: live, ...(canary && { canary }) });
  for (const flow of flows) put(directoryKeys.flow('help', flow.version), { document: flow });
};
const read = () => readHandoffSettings(admin, caller);
const change = async (body: HandoffSettingsBody, etag?: string) => {
  const ifMatch = etag ?? (await read()).etag;
  return changeHandoffSettings(admin, caller, { body, ifMatch, ifNoneMatch: undefined });
};

beforeEach(() => {
  items = new Map();
  entries = [];
  definitionsRead = [];
  atOnce = 0;
  put(directoryKeys.tenant, { document: tenant });
});

describe('the handoff settings of a tenant', () => {
  it('are read with the live flows that name a queue, including those of a canary', async () => {
    publish(1, handingTo(1, 'support'), handingTo(2, 'repairs'));
    expect((await read()).body).toEqual({
      queues: ['support', 'repairs'],
      handoff: { texts: { missed: 'Nobody is there.' } },
      usedBy: [
        { queue: 'repairs', flow: 'help' },
        { queue: 'support', flow: 'help' },
      ],
      ...{ by: null, at: null },
    });
  });

  it('replace what was read; the tenant keeps everything else, and the audit log names the changes', async () => {
    const body = { queues: ['support', 'repairs', 'billing'], handoff: { reclaim_minutes: 5 } };
    const { body: changed } = await change(body);
    expect(changed).toMatchObject({ ...body, by: { id: 'ada' }, at: '2026-05-03T12:00:00.000Z' });
    expect(items.get(directoryKeys.tenant)?.attributes.document).toEqual({ ...tenant, ...body });
    expect(entries).toMatchObject([{ action: 'tenant.change', resource: { kind: 'tenant', id: 'acme' } }]);
    expect(entries[0]?.changes).toContainEqual({
      ...{ path: 'handoff.texts', before: { missed: 'Nobody is there.' }, after: null },
    });
    const { queues: _, handoff: __, ...others } = tenant;
    await change({});
    expect(items.get(directoryKeys.tenant)?.attributes.document).toEqual(others);
  });

  it('are not overwritten unseen, and never without the revision that was read', async () => {
    const { etag = '' } = await read();
    await change({ queues: ['support', 'returns'] });
    const late = await change({ queues: [] }, etag).catch((error: unknown) => error);
    expect(late).toMatchObject({
      code: 'precondition_failed',
      members: { current: { queues: ['support', 'returns'] } },
    });
    const without = { body: {}, ifMatch: undefined, ifNoneMatch: undefined };
    await expect(changeHandoffSettings(admin, caller, without)).rejects.toMatchObject({
      code: 'precondition_required',
    });
  });

  it('answer a late writer with the current state, and nothing else of the tenant', async () => {
    const { etag = '' } = await read();
    const late = {
      ...admin,
      records: {
        ...admin.records,
        write: async () => {
          put(directoryKeys.tenant, { document: { ...tenant, queues: ['theirs'] } });
          return null;
        },
      },
    };
    const request = {
      body: { queues: ['mine', 'support', 'repairs'] },
      ifMatch: etag,
      ifNoneMatch: undefined,
    };
    const error = await changeHandoffSettings(late, caller, request).catch((thrown: unknown) => thrown);
    const { current } = (error as GatewayError).members ?? {};
    expect(current).toEqual({ queues: ['theirs'], handoff: tenant.handoff, by: null, at: null });
  });
});

describe('a removed queue', () => {
  const refused = (error: unknown) => (isProblem(error, 'in_use') ? error.members?.usedBy : error);

  it.each([
    ['all visitors meet', [handingTo(1, 'support')]],
    ['some visitors try', [handingTo(1), handingTo(2, 'support')]],
  ])('stays while a flow names it that %s', async (_whom, flows) => {
    publish(1, ...flows);
    expect(refused(await change({ queues: ['repairs'] }).catch((error: unknown) => error))).toEqual([
      { kind: 'flow', id: 'help' },
    ]);
    const { etag } = await read();
    const named = { tenantId: 'acme', patch: { queues: null }, ifMatch: etag, ifNoneMatch: undefined };
    const patched = await changeTenant(admin, caller, named).catch((error: unknown) => error);
    expect(refused(patched)).toEqual([{ kind: 'flow', id: 'help' }]);
    expect(items.get(directoryKeys.tenant)?.attributes.document).toEqual(tenant);
  });

  it('is deleted where no version uses it, or only one that is no longer live', async () => {
    publish(2, handingTo(2), handingTo(3));
    put(directoryKeys.flow('help', 1), { document: handingTo(1, 'support') });
    expect((await change({ queues: ['repairs'] })).body.queues).toEqual(['repairs']);
    publish(4, handingTo(4, 'repairs'));
    expect((await change({ queues: ['repairs', 'billing'] })).body.queues).toEqual(['repairs', 'billing']);
  });

  it('stays while one of 1,001 flows uses it; each flow is read once per change, a few in parallel', async () => {
    for (let n = 0; n <= 1_000; n += 1) {
      const id = `flow-${String(n).padStart(4, '0')}`;
      put(directoryKeys.published(id), { document: 1 });
      const flow = handingTo(1, n === 1_000 ? 'support' : undefined);
      put(directoryKeys.flow(id, 1), { document: { ...flow, id } });
    }
    const { body, etag } = await read();
    expect(body.usedBy).toEqual([{ queue: 'support', flow: 'flow-1000' }]);
    expect(atOnce).toBeLessThanOrEqual(50);
    definitionsRead = [];
    const gone = await change({ queues: ['repairs'] }, etag).catch((error: unknown) => error);
    expect(refused(gone)).toEqual([{ kind: 'flow', id: 'flow-1000' }]);
    const kept = await change({ queues: ['support'] }, etag);
    expect(kept.body.usedBy).toEqual(body.usedBy);
    expect(definitionsRead).toHaveLength(2 * 1_001);
  });
});
