import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { PersonalDataTables, TenantDataTables } from '../../src/aws/personal-data-tables.ts';
import { createS3Client, S3Objects } from '../../src/aws/s3-objects.ts';
import { SearchTable } from '../../src/aws/search-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { tables } from '../../src/contract/tables.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { composeGateway } from '../../src/lambda/compose.ts';
import { eraseVisitor, removeTenant } from '../../src/operations/people/erase-visitor.ts';
import { type CapturedLines, captureLines } from '../support/captured-lines.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { storedItems } from '../support/stored-items.ts';
import { foundIn, type MarkedVisitor, writeMarks } from '../support/visitor-marks.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let lines: CapturedLines;
let counts = '';
const mood: { current: ProviderMood } = { current: () => 200 };
beforeAll(async () => {
  // Before the functions begin: they look once how much to log.
  lines = captureLines();
  provider = await startFakeProvider(mood);
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs }),
    changeTenant,
  });
});
afterAll(async () => {
  lines.stop();
  console.log(counts);
  await stack.stop();
  await provider.stop();
});

/** Echoes, keeps what was said in a variable, and raises when a message ends with `raise`. */
function changeTenant(folder: TenantFolder): TenantFolder {
  const { flows, ...rest } = echoTenant(folder);
  const assign = {
    last: 'message.text != null && message.text.endsWith("raise") ? string(1 / 0) : message.text',
  };
  return {
    ...rest,
    flows: flows.map((flow) => ({
      ...flow,
      ...(flow.id === 'support' && {
        variables: { ...flow.variables, last: '' },
        steps: {
          look: { kind: 'set' as const, assign, next: 'echo' },
          echo: { kind: 'question' as const, text: '{{ last }}', saveAs: 'said', next: 'look' },
        },
        start: 'look',
      }),
    })),
  };
}

const peoplePorts = () => {
  const { clients, env } = stack;
  const [tablePrefix, secretPrefix] = [String(env.TABLE_PREFIX), String(env.TENANT_SECRET_PREFIX)];
  const gatewayPorts = composeGateway(env, { nowMs, pause: async () => undefined });
  return {
    ...gatewayPorts,
    accounts: async (tenantId: string, channel: string) => {
      const items = await new DirectoryTableWriter(clients, { tablePrefix, secretPrefix }).list(tenantId);
      const under = `account#${channel}#`;
      return items.flatMap(({ sk }) => (sk.startsWith(under) ? [sk.slice(under.length)] : []));
    },
    contacts: new ContactsTable(clients.dynamodb, tablePrefix, nowMs),
    personal: new PersonalDataTables(clients.dynamodb, tablePrefix, nowMs),
    search: new SearchTable(clients.dynamodb, tablePrefix, nowMs),
    objects: new S3Objects(createS3Client(env), String(env.FILES_BUCKET)),
  };
};

const gateway = (...args: readonly string[]) => runCli([...args, '--endpoint', stack.url]);
const ofVisitor = ({ channel, userId }: MarkedVisitor) => [userId, '--channel', channel, '--tenant', 'acme'];

const queued = () => {
  const { waiting, ...urls } = stack.queues;
  return Object.values(urls).flatMap((url) => waiting(url));
};
/** Everything that is stored anywhere, in words. */
async function everything(): Promise<string> {
  const items = await storedItems(stack);
  return [...items.map(({ item }) => JSON.stringify(item)), ...queued()].join('\n');
}

describe('a visitor of each channel', () => {
  let erased: MarkedVisitor[];
  let neighbours: MarkedVisitor[];
  beforeAll(async () => {
    erased = await writeMarks(stack);
    neighbours = await writeMarks(stack);
  });

  it('is exported with every word that is stored of them, and none of another', async () => {
    for (const [n, visitor] of erased.entries()) {
      const { code, out } = await gateway('visitor', 'export', ...ofVisitor(visitor));
      expect(code).toBe(0);
      const stored = foundIn(await everything(), visitor.marks);
      // Ids of our own and hashes name the visitor only together with the rest.
      const told = foundIn(out, visitor.marks);
      expect(told, visitor.channel).toEqual(stored);
      expect(told.length).toBeGreaterThan(1);
      expect(foundIn(out, neighbours[n]?.marks ?? [])).toEqual([]);
    }
  });

  it('leaves nothing anywhere when erased, plain or encoded, while other visitors keep their data', async () => {
    // On the queue, not begun; and answered, but the provider is down.
    const waiting = erased.find(({ channel }) => channel === 'chatapp');
    const number = waiting?.userId.slice(1) ?? '';
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(number, 'mark-of-late')] }));
    const begins = '4915999999999';
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(begins, 'mark-of-first')] }));
    mood.current = () => 503;
    const center = erased.find(({ channel }) => channel === 'chatapp-360');
    await stack.post(
      '/v1/webhooks/chatapp-b',
      { messages: [{ ...textMessage(center?.userId ?? '', 'mark-of-unsent') }] },
      { 'd360-api-key': 'development-only-d360-webhook-key' },
    );
    const before = await everything();
    const marks = [
      ...erased.flatMap((visitor) => visitor.marks),
      'mark-of-late',
      'mark-of-first',
      'mark-of-unsent',
    ];
    const found = foundIn(before, marks);
    expect(found.length).toBeGreaterThan(30);
    const others = neighbours.flatMap((visitor) => visitor.marks);
    const keptOthers = foundIn(before, others);

    const all = [...erased, { channel: 'chatapp', userId: begins, marks: [] }];
    await Promise.all(
      all.map(async (visitor) => {
        const { code, out } = await gateway('visitor', 'erase', ...ofVisitor(visitor), '--json');
        expect(code, out).toBe(0);
      }),
    );
    mood.current = () => 200;
    await vi.waitFor(
      async () => {
        await stack.drain();
        expect(queued()).toEqual([]);
      },
      { timeout: 30_000, interval: 250 },
    );

    const after = await everything();
    expect(foundIn(after, marks)).toEqual([]);
    expect(foundIn(after, others)).toEqual(keptOthers);
    expect(lines.log().length).toBeGreaterThan(20);
    expect(foundIn(lines.text(), marks)).toEqual([]);
    for (const visitor of erased) {
      const again = await gateway('visitor', 'export', ...ofVisitor(visitor));
      expect(JSON.parse(again.out)).toMatchObject({ conversations: [], names: [] });
    }
    counts = `erasure: ${marks.length} strings written by ${erased.length} visitors, ${found.length} stored before, 0 after, in ${Object.keys(tables).length} tables, 7 queues and ${lines.text().length} characters of logs; ${keptOthers.length} of the neighbours before and after`;
  });

  it('is not restored by a delivery status that arrives after the erasure', async () => {
    const visitor = erased.find(({ channel }) => channel === 'chatapp');
    const number = visitor?.userId.slice(1) ?? '';
    // A status names whom its message went to: one of a neighbour's message does not name this visitor.
    const sent = provider.sends
      .filter(({ to }) => [number, ...(visitor?.marks ?? [])].some((mark) => to.includes(mark)))
      .map(({ id }) => id);
    expect(sent.length).toBeGreaterThan(0);
    // As real ids do: it holds the number.
    const wamid = `wamid.${Buffer.from(`HBgL${number}`).toString('base64')}`;
    const errors = [{ code: 131026, title: 'undeliverable', error_data: { details: `not to ${number}` } }];
    for (const id of [...sent, wamid]) {
      const status = { id, timestamp: '1760000000', recipient_id: number };
      const statuses = [{ ...status, status: 'delivered' } as const, { ...status, status: 'failed', errors }];
      expect((await postCloudApi(stack, cloudApiBody({ statuses }))).status).toBe(200);
    }
    await stack.drain();
    expect(foundIn(await everything(), [...(visitor?.marks ?? []), number])).toEqual([]);
    expect(foundIn(lines.text(), [...(visitor?.marks ?? []), number])).toEqual([]);
  });

  it('leaves nothing when the erasure is interrupted at each of its calls and run again', async () => {
    const visitor = neighbours.find(({ channel }) => channel === 'chatapp');
    if (!visitor) throw new Error('no visitor');
    const ports = peoplePorts();
    let calls = Number.POSITIVE_INFINITY;
    const personal = new Proxy(ports.personal, {
      get(target, name: keyof typeof ports.personal) {
        return (...args: never[]) => {
          calls -= 1;
          if (calls === 0) throw new Error('interrupted');
          return Reflect.apply(target[name], target, args);
        };
      },
    });
    const name = { tenantId: 'acme', ...visitor };
    let interruptions = 0;
    for (let done = false; !done; ) {
      interruptions += 1;
      calls = interruptions;
      done = await eraseVisitor({ ...ports, personal }, name).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('interrupted');
          return false;
        },
      );
    }
    expect(interruptions).toBeGreaterThan(10);
    expect(foundIn(await everything(), visitor.marks)).toEqual([]);
  });

  it('starts again when they write again, and is answered', async () => {
    const visitor = erased.find(({ channel }) => channel === 'chatapp');
    const number = visitor?.userId.slice(1) ?? '';
    const sentBefore = provider.sends.length;
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(number, 'hello again')] }));
    await stack.drain();
    await stack.drain();
    const sends = provider.sends.slice(sentBefore).filter(({ to }) => to === number);
    expect(sends.map(({ body }) => Reflect.get(Object(body.text), 'body'))).toEqual(['hello again']);
  });
});

describe('a tenant', () => {
  it('is removed only when named twice, after a preview of what would be deleted', async () => {
    expect((await gateway('tenant', 'remove', 'acme')).code).toBe(2);
    expect((await gateway('tenant', 'remove', 'acme', '--confirm', 'globex')).code).toBe(2);
    const { out } = await gateway('tenant', 'remove', 'acme', '--dry-run', '--json');
    expect(JSON.parse(out).items).toBeGreaterThan(20);
    expect((await gateway('tenant', 'remove', 'nobody', '--dry-run', '--json')).out).toContain('"items": 0');
    expect((await gateway('tenant', 'show', 'acme')).code).toBe(0);
  });

  it('is removed with everything that is stored of it, also when interrupted; others keep theirs', async () => {
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage('4915777777777', 'mark-of-queue')] }));
    const before = await storedItems(stack);
    const { clients } = stack;
    const names = {
      tablePrefix: String(stack.env.TABLE_PREFIX),
      secretPrefix: String(stack.env.TENANT_SECRET_PREFIX),
    };
    const data = new TenantDataTables(clients, { ...names, secretPrefixes: [names.secretPrefix] });
    const paused: number[] = [];
    const users = { removeOf: async () => 1 };
    const ports = {
      configured: new DirectoryTableWriter(clients, names),
      data,
      files: { removeOf: async () => 0 },
      users,
      pause: async (ms: number) => void paused.push(ms),
    };
    const interrupted = { ...ports, users: { removeOf: () => Promise.reject(new Error('interrupted')) } };
    await expect(removeTenant(interrupted, 'acme')).rejects.toThrow('interrupted');
    expect(await removeTenant(ports, 'acme')).toMatchObject({ items: 0, users: 1 });
    expect(await removeTenant({ ...ports, users: { removeOf: async () => 0 } }, 'acme')).toBeNull();
    expect(paused).toEqual([65_000, 65_000]);

    const after = await storedItems(stack);
    const isTheirs = ({ item }: (typeof after)[number]) =>
      `${item.pk}#`.startsWith('acme#') && item.sk !== 'stamp';
    expect(after.filter(isTheirs)).toEqual([]);
    const others = (items: typeof after) => items.filter(({ item }) => !`${item.pk}#`.startsWith('acme#'));
    expect(others(after)).toEqual(others(before));
    const secret = clients.secrets.send(new GetSecretValueCommand({ SecretId: `${names.secretPrefix}acme` }));
    await expect(secret).rejects.toThrow("can't find");
    // Functions that start later know of no such tenant.
    clock.aheadMs += limits.queuedDeadlineMs + 120_000;
    await stack.drain();
    expect(queued()).toEqual([]);
    expect((await storedItems(stack)).filter(isTheirs)).toEqual([]);
  });
});
