import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { directoryKeys } from '../../src/domain/directory-keys.ts';
import { copyTenant, editJson, runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    ...{ sessionsPerAddress: null, startsOnOpen: true, keepsConversations: true },
  });
});
afterAll(() => stack.stop());

const gateway = (args: readonly string[], env: Record<string, string> = {}) =>
  runCli([...args, '--endpoint', stack.url], { env });
const shown = async (id: string) => JSON.parse((await gateway(['tenant', 'show', id, '--json'])).out);

/** A copy of globex under a name that nobody else uses. */
function newTenant(id: string): string {
  const copy = copyTenant('globex');
  const folder = join(copy, '..', id);
  renameSync(copy, folder);
  editJson(join(folder, 'tenant.json'), (tenant) => ({ ...tenant, id }));
  // Its accounts are globex's own.
  rmSync(join(folder, 'channels'), { recursive: true, force: true });
  rmSync(join(folder, 'secrets.example.json'), { force: true });
  return folder;
}

describe('tenant list and show', () => {
  it('lists every tenant with its status', async () => {
    const { code, out } = await gateway(['tenant', 'list']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^tenant +status +name\nacme +active +Acme\nglobex +active +Globex\ninitech +suspended/,
    );
  });

  it('shows widgets, channels, versions of flows, and of secrets only the names', async () => {
    const { out } = await gateway(['tenant', 'show', 'acme']);
    expect(out).toContain('flow      support: version 1 of 1');
    expect(out).toContain('channel   whatsapp: chatapp, flow support');
    expect(out).toContain('whatsapp_token');
    expect(out).not.toContain('development-only');
  });

  it('exits with 1 for a missing tenant', async () => {
    const run = await gateway(['tenant', 'show', 'nobody']);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('There is no tenant nobody in the local stack');
  });
});

describe('tenant apply', () => {
  it('finds nothing to do in an applied folder', async () => {
    const { code, out } = await gateway(['tenant', 'apply', 'examples/tenants/acme']);
    expect(code).toBe(0);
    expect(out).toBe(`tenant acme is as its folder says: the local stack at ${stack.url}`);
  });

  it('writes more than fits one call, and an origin once that is listed twice', async () => {
    const folder = newTenant('many-widgets');
    const widgets = Array.from({ length: 30 }, (_, n) => `site-${n}`);
    const { id: _, ...widget } = JSON.parse(readFileSync(join(folder, 'widgets/globex-web.json'), 'utf8'));
    for (const id of widgets) {
      const origin = `https://${id}.example`;
      const content = { ...widget, id, allowed_origins: [origin, origin] };
      writeFileSync(join(folder, 'widgets', `${id}.json`), JSON.stringify(content));
    }
    const applied = await gateway(['tenant', 'apply', folder]);
    expect(applied.code).toBe(0);
    // Flow, live version, tenant; the widget that was there, with its two origins; the others with one each.
    expect(applied.err).toContain(`applying ${3 + 3 + 2 * widgets.length} changes`);
    const listed = (await shown('many-widgets')).widgets.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(expect.arrayContaining(widgets));
    const again = await gateway(['tenant', 'apply', folder]);
    expect(again.out).toContain('tenant many-widgets is as its folder says');
  });

  it('creates a tenant once when several run at once', async () => {
    const folder = newTenant('made-at-once');
    const flow_secrets = { crm_token: { hosts: ['crm.example'] } };
    editJson(join(folder, 'tenant.json'), (tenant) => ({ ...tenant, flow_secrets }));
    writeFileSync(join(folder, 'secrets.example.json'), JSON.stringify({ crm_token: 'the token' }));
    const runs = await Promise.all(Array.from({ length: 4 }, () => gateway(['tenant', 'apply', folder])));
    expect(runs.map(({ code, err }) => [code, err])).toEqual(runs.map(() => [0, expect.any(String)]));
    expect((await gateway(['tenant', 'apply', folder])).out).toContain('is as its folder says');
  });

  it('writes nothing in a dry run, and everything without', async () => {
    const folder = newTenant('hooli');
    const dry = await gateway(['tenant', 'apply', folder, '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.out).toContain('+ widget globex-web');
    expect((await gateway(['tenant', 'show', 'hooli'])).code).toBe(1);
    const applied = await gateway(['tenant', 'apply', folder]);
    expect(applied.code).toBe(0);
    expect(await shown('hooli')).toMatchObject({
      tenant: { id: 'hooli', status: 'active' },
      flows: [{ id: 'survey', published: 1, versions: [1] }],
    });
  });

  it('shows what differs, field by field', async () => {
    const folder = newTenant('pied-piper');
    await gateway(['tenant', 'apply', folder]);
    editJson(join(folder, 'tenant.json'), (tenant) => ({ ...tenant, limit_per_minute: 7 }));
    const { out } = await gateway(['tenant', 'apply', folder]);
    expect(out).toContain('~ tenant\n      limit_per_minute: none -> 7');
  });

  it('removes an origin at once, and a widget only on request', async () => {
    const folder = newTenant('aviato');
    const widget = {
      id: 'second',
      flow: 'survey',
      allowed_origins: ['https://a.example', 'https://b.example'],
    };
    writeFileSync(join(folder, 'widgets/second.json'), JSON.stringify(widget));
    await gateway(['tenant', 'apply', folder]);
    editJson(join(folder, 'widgets/second.json'), (old) => ({
      ...old,
      allowed_origins: ['https://a.example'],
    }));
    const narrowed = await gateway(['tenant', 'apply', folder]);
    expect(narrowed.out).toContain('- origin second https://b.example');
    rmSync(join(folder, 'widgets/second.json'));
    const kept = await gateway(['tenant', 'apply', folder]);
    expect(kept.out).toContain('widget second is not in the folder and stays (--prune removes it)');
    expect((await shown('aviato')).widgets).toHaveLength(2);
    await gateway(['tenant', 'apply', folder, '--prune']);
    expect((await shown('aviato')).widgets).toHaveLength(1);
    // It allowed an origin: only who configures channels makes one of its id again.
    const { dynamodb } = createAwsClients(stack.env);
    const records = new DirectoryRecordsTable(dynamodb, stack.env.TABLE_PREFIX ?? '');
    expect(await records.find('aviato', directoryKeys.guardedWidget('second'))).not.toBeNull();
    expect((await gateway(['tenant', 'apply', folder])).out).toContain('is as its folder says');
  });

  it.each([
    [
      'a widget of a flow that is not there',
      { flow: 'lost' },
      'globex-web.json:1: flow: there is no flow lost',
    ],
    ['a secret without a value', { signing_secret: 'key' }, 'names the secret key, which has no value'],
    ['an origin that is none', { allowed_origins: ['globex'] }, 'must be scheme://host'],
    ['a placeholder without a value', { flow: '$'.concat('{FLOW}') }, 'Give --set FLOW='],
  ])('refuses %s', async (_title, change, message) => {
    const folder = newTenant('refused');
    editJson(join(folder, 'widgets/globex-web.json'), (widget) => ({ ...widget, ...change }));
    const run = await gateway(['tenant', 'apply', folder]);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain(message);
    expect((await gateway(['tenant', 'show', 'refused'])).code).toBe(1);
  });

  it('applies nothing when a test fails', async () => {
    const folder = newTenant('unscripted');
    editJson(join(folder, 'flows/survey.json'), (flow) => ({
      ...flow,
      steps: { ...(flow.steps as object), thanks: { kind: 'end', text: 'Thanks!' } },
    }));
    const run = await gateway(['tenant', 'apply', folder]);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('FAILED  both questions are answered');
    expect((await gateway(['tenant', 'show', 'unscripted'])).code).toBe(1);
  });

  it("refuses a channel account that shows another tenant's credential", async () => {
    const folder = newTenant('impostor');
    mkdirSync(join(folder, 'channels'));
    const account = {
      id: 'wa',
      channel: 'chatapp',
      flow: 'survey',
      phone_number_id: '106540352242922',
      secrets: { app_secret: 'wa_app_secret' },
    };
    writeFileSync(join(folder, 'channels/wa.json'), JSON.stringify(account));
    const run = await gateway(['tenant', 'apply', folder], {
      GATEWAY_SECRET_WA_APP_SECRET: 'development-only',
    });
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toContain('in use by tenant acme');
    expect((await gateway(['tenant', 'show', 'impostor'])).code).toBe(1);
  });

  it('keeps a queue that a live flow names, wherever that was published', async () => {
    const folder = newTenant('endframe');
    const queues = async (...names: string[]) => {
      editJson(join(folder, 'tenant.json'), (tenant) => ({ ...tenant, queues: names }));
      return gateway(['tenant', 'apply', folder]);
    };
    await queues('support', 'repairs');
    const publish = async (version: number, queue: string) => {
      const file = join(folder, '..', 'help.json');
      const human = { kind: 'handoff', reason: 'help', queue, next: 'bye' };
      const steps = { human, bye: { kind: 'end' } };
      writeFileSync(file, JSON.stringify({ id: 'help', version, start: 'human', steps }));
      return gateway(['flow', 'publish', file, '--tenant', 'endframe']);
    };
    expect(await publish(1, 'support')).toMatchObject({ code: 0 });
    const refused = await queues('repairs');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('queue support: flow help version 1');
    expect((await shown('endframe')).tenant.queues).toEqual(['support', 'repairs']);
    expect((await publish(2, 'repairs')).code).toBe(0);
    expect((await queues('repairs')).code).toBe(0);
    expect((await shown('endframe')).tenant.queues).toEqual(['repairs']);
  });

  it('refuses to change a stored version of a flow', async () => {
    const folder = newTenant('immutable');
    await gateway(['tenant', 'apply', folder]);
    editJson(join(folder, 'flows/survey.json'), (flow) => ({ ...flow, title: 'Another' }));
    const run = await gateway(['tenant', 'apply', folder]);
    expect(run.code).toBe(1);
    expect(run.err).toContain('title: "Two questions" -> "Another"');
    expect(run.err).toContain('raise "version"');
  });
});

describe('secrets', () => {
  const signed = (id: string) => {
    const folder = newTenant(id);
    editJson(join(folder, 'widgets/globex-web.json'), (widget) => ({
      ...widget,
      signing_secret: 'signing-key',
    }));
    return folder;
  };

  it('come from the environment or a file, and are never printed', async () => {
    const folder = signed('secretive');
    const fromEnv = { GATEWAY_SECRET_SIGNING_KEY: 'value-from-the-environment' };
    const first = await gateway(['tenant', 'apply', folder], fromEnv);
    expect(first.out).toContain('+ secret signing-key');
    expect((await gateway(['tenant', 'apply', folder])).out).toContain('is as its folder says');
    const file = join(folder, '..', 'secrets.json');
    writeFileSync(file, JSON.stringify({ 'signing-key': 'value-from-a-file' }));
    const second = await gateway(['tenant', 'apply', folder, '--secrets', file, '--json']);
    expect(JSON.parse(second.out).secrets).toEqual([{ name: 'signing-key', change: 'changed' }]);
    const show = await gateway(['tenant', 'show', 'secretive', '--json']);
    expect(JSON.stringify([first, second, show])).not.toContain('value-from');
  });

  it('are removed after a rotation by an empty text', async () => {
    const folder = signed('rotating');
    const rotation = { GATEWAY_SECRET_SIGNING_KEY: 'new', GATEWAY_SECRET_SIGNING_KEY_PREVIOUS: 'old' };
    await gateway(['tenant', 'apply', folder], rotation);
    expect((await shown('rotating')).secrets).toEqual(['signing-key', 'signing-key_previous']);
    const { out } = await gateway(['tenant', 'apply', folder], { GATEWAY_SECRET_SIGNING_KEY_PREVIOUS: '' });
    expect(out).toContain('- secret signing-key_previous');
    expect((await shown('rotating')).secrets).toEqual(['signing-key']);
  });

  it('are not quoted in the error of a file that is not JSON', async () => {
    const folder = signed('careless');
    const file = join(folder, '..', 'broken.json');
    writeFileSync(file, '{"signing-key": hunter2-hunter2}');
    const run = await gateway(['tenant', 'apply', folder, '--secrets', file]);
    expect(run.code).toBe(1);
    expect(JSON.stringify(run)).not.toContain('hunter2');
  });
});

describe('tenant suspend and resume', () => {
  it('changes the status and nothing else', async () => {
    const before = await shown('globex');
    expect((await gateway(['tenant', 'suspend', 'globex'])).out).toContain('globex is suspended');
    expect(await shown('globex')).toEqual({ ...before, tenant: { ...before.tenant, status: 'suspended' } });
    await gateway(['tenant', 'resume', 'globex']);
    expect(await shown('globex')).toEqual(before);
  });

  it('creates no tenant for an unknown name', async () => {
    expect((await gateway(['tenant', 'suspend', 'nobody'])).code).toBe(1);
    expect((await gateway(['tenant', 'list'])).out).not.toContain('nobody');
  });
});
