import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { floorBundle } from '../../bench/web-chat-bundle.ts';
import type { BundleSize } from '../../bin/bundle-functions.ts';
import { environmentBundles } from '../../bin/environment-files.ts';
import { type BundleName, bundleFile, bundleFolder } from '../../lib/bundles.ts';
import { start } from '../support/serve.ts';

/** Brings a bundle, as tests run it and deployments have it, to where no `node_modules` is above it. */
async function takeAway(name: BundleName, root: string): Promise<BundleSize> {
  const { folder, bundles } = await environmentBundles();
  const size = bundles.find((bundle) => bundle.name === name);
  if (!size) throw new Error(`${name} was not bundled`);
  cpSync(bundleFolder(name, folder), bundleFolder(name, root), { recursive: true });
  return size;
}

/** The most that a cold start of web chat may read. @see docs/decisions/aws-calls.md */
const budgetBytes = 571 * 1024;

describe('the bundle of web chat', () => {
  const root = mkdtempSync(join(tmpdir(), 'bundles-'));
  const file = join(bundleFolder('web-chat', root), bundleFile);
  let size: BundleSize;
  let code: string;

  beforeAll(async () => {
    size = await takeAway('web-chat', root);
    code = readFileSync(file, 'utf8');
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('stays within its budget', () => {
    expect(size.bytes).toBeLessThanOrEqual(budgetBytes);
    expect(size.bytes).toBe(Buffer.byteLength(code));
  });

  it('starts by itself, without node_modules, and exports the handler', () => {
    const script = `console.log(typeof require(${JSON.stringify(file)}).handler)`;
    expect(execFileSync('node', ['-e', script], { encoding: 'utf8', cwd: root }).trim()).toBe('function');
  });

  it('loads what most requests never use on demand', () => {
    expect(size.lazyFiles).toContain('aws-sdk-client-bedrock-runtime.cjs');
    const lazy = join(bundleFolder('web-chat', root), 'aws-sdk-client-bedrock-runtime.cjs');
    const script = `console.log(typeof require(${JSON.stringify(lazy)}).ConverseCommand)`;
    expect(execFileSync('node', ['-e', script], { encoding: 'utf8', cwd: root }).trim()).toBe('function');
  });

  it('carries neither a dynamic import nor the providers of credentials that a Lambda never needs', () => {
    expect(code).not.toMatch(/\bimport\(/);
    const providers = /credential-provider-(?!node|env)|nested-clients|token-providers/;
    expect(size.inputs.filter((file) => providers.test(file))).toEqual([]);
  });

  it("calls AWS by the SDK's own clients", () => {
    const clients = ['dynamodb', 'eventbridge', 'secrets-manager', 'sqs'].map((name) => `client-${name}`);
    const carried = size.inputs.flatMap(
      (file) => /node_modules\/@aws-sdk\/(client-[^/]+)/.exec(file)?.[1] ?? [],
    );
    expect([...new Set(carried)].sort()).toEqual(clients);
  });

  it('holds what web chat needs: no other channel, no interpreter of expressions', () => {
    const files = size.inputs;
    const foreign =
      /node_modules\/(@marcbachmann|ipaddr\.js)\/|src\/(channels\/(cloud-api|chatapp|contactcenter)|operations\/(webhook|delivery|schedule)|lambda\/serve-batch)/;
    expect(files.filter((file) => foreign.test(file))).toEqual([]);
    expect(files).toContain('src/operations/web-chat/post-message.ts');
  });

  it('loads the interpreter of expressions when the first is evaluated', () => {
    const lazy = join(bundleFolder('web-chat', root), 'marcbachmann-cel-js.cjs');
    const script = `console.log(new (require(${JSON.stringify(lazy)}).Environment)().evaluate('1 + 2'))`;
    expect(execFileSync('node', ['-e', script], { encoding: 'utf8', cwd: root }).trim()).toBe('3n');
    expect(code).toContain('./marcbachmann-cel-js.cjs');
  });

  it('loads the readers of phone numbers and dates when a question first needs them', async () => {
    expect(
      size.inputs.filter((input) => /engine\/readers\/(?!locale)|chrono-node|libphonenumber/.test(input)),
    ).toEqual([]);
    expect(size.lazyFiles).toContain('libphonenumber-js-max.cjs');
    const lazy = join(bundleFolder('web-chat', root), 'engine-readers-read-typed-ts.cjs');
    const script = `const { readTyped } = require(${JSON.stringify(lazy)});
      const reader = { language: 'de', today: '2026-11-25' };
      const read = async (type, text) => (await readTyped(type, text, reader, () => true)).value;
      Promise.all([read('phone', '+49 30 123456'), read('date', 'in zwei Wochen')]).then((found) => console.log(found.join()))`;
    expect(execFileSync('node', ['-e', script], { encoding: 'utf8', cwd: root }).trim()).toBe(
      '+4930123456,2026-12-09',
    );
  });

  it('keeps the names of error classes, since logs show them', () => {
    expect(code).toContain('"InvalidSignatureError"');
  });
});

/** The most that a cold start of the others may read: as measured, and 3 % more. */
it.each([
  ['poll', 424],
  ['gateway', 744],
  ['admin', 694],
  ['admin-users', 405],
  // S3's client is nearly a quarter of it, as of those of `files`.
  ['admin-people', 551],
  ['files', 561],
  // With the bus, which hears of canaries that ended, and what indexing and emails read of contacts.
  ['runs', 431],
  ['user-sync', 320],
  ['admin-desk', 549],
  ['service', 567],
  ['test-chat', 444],
  ['auth-bff', 288],
] as const)(
  'the bundle of %s stays within its budget of %i KB, and exports the handler',
  async (name, kilobytes) => {
    const root = mkdtempSync(join(tmpdir(), 'bundles-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const size = await takeAway(name, root);
    expect(size.bytes).toBeLessThanOrEqual(kilobytes * 1024);
    const file = JSON.stringify(join(bundleFolder(name, root), bundleFile));
    const script = `console.log(typeof require(${file}).handler)`;
    const settings = {
      TABLE_PREFIX: 't-',
      TENANT_SECRET_PREFIX: 't/',
      USER_POOL_ID: 'p',
      FILES_BUCKET: 'b',
      EVENT_BUS_NAME: 'b',
      TURNS_QUEUE_URL: 'q',
      CONTINUATIONS_QUEUE_URL: 'c',
      OUTBOUND_QUEUE_URL: 'o',
      FILES_QUEUE_URL: 'f',
      CHORES_QUEUE_URL: 'c',
      RUNS_QUEUE_URL: 'r',
      AWS_REGION: 'local',
    };
    const env = { ...process.env, ...settings };
    expect(execFileSync('node', ['-e', script], { encoding: 'utf8', cwd: root, env }).trim()).toBe(
      'function',
    );
  },
);

it('the floor that web chat is measured by makes the calls of a plain turn in 120 lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const asked: string[] = [];
  const { origin } = await start((request, response) => {
    asked.push(String(request.headers['x-amz-target']).replace(/^.*\./, ''));
    response.end('{}');
  });
  const services = ['DYNAMODB', 'EVENTBRIDGE', 'SQS'].map((name) => [`AWS_ENDPOINT_URL_${name}`, origin]);
  const env = {
    ...{ AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', TABLE_PREFIX: 't-' },
    ...{ EVENT_BUS_NAME: 'bus', ...Object.fromEntries(services) },
  };
  const { file } = await floorBundle(folder);
  const event = { headers: {}, body: JSON.stringify({ text: '7', user: { id: 'u' } }) };
  const script = `require(${JSON.stringify(file)}).handler(${JSON.stringify(event)}, {}).then(({ statusCode }) => { console.log(statusCode); process.exit(); })`;
  const { stdout } = await promisify(execFile)('node', ['-e', script], { env: { ...process.env, ...env } });
  expect(stdout.trim()).toBe('200');
  const [admit, read, commit, ...settle] = asked;
  expect([admit, read].sort()).toEqual(['BatchGetItem', 'UpdateItem']);
  expect(commit).toBe('PutItem');
  expect(settle.sort()).toEqual(['BatchWriteItem', 'PutEvents']);
  expect(readFileSync('bench/floor.ts', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});
