import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BundleSize } from '../../bin/bundle-functions.ts';
import { environmentBundles } from '../../bin/environment-files.ts';
import { type BundleName, bundleFile, bundleFolder } from '../../lib/bundles.ts';

/** Brings a bundle, as tests run it and deployments have it, to where no `node_modules` is above it. */
async function takeAway(name: BundleName, root: string): Promise<BundleSize> {
  const { folder, bundles } = await environmentBundles();
  const size = bundles.find((bundle) => bundle.name === name);
  if (!size) throw new Error(`${name} was not bundled`);
  cpSync(bundleFolder(name, folder), bundleFolder(name, root), { recursive: true });
  return size;
}

/**
 * The most that a cold start of the gateway may read. Raised only with a reason: from 500 by the three channels, from
 * 525 by expressions that are bounded and null-safe, from 560 by delivery through outages, dead letters and identity, from
 * 616 by the sites that widgets refuse, from 620 by the life of a handoff, from 635 by people's files: their records and
 * addresses, not S3's client; from 668 by contact centers that answer, with all that people may do; from
 * 712 by cards and marks in texts, and by what is given back of who may answer no more; from 726 by what turns tell of
 * their run; from 742 by wakes that come at their second, and what a widget says of opening hours; from 746 by replies that
 * are refused later, which their run counts, and by what is read of webhooks by hand; from 750 by which step a
 * handoff was asked by, and by numbers that are read without a parser; from 752 by counts of refused requests.
 */
const budgetBytes = 755 * 1024;

describe('the bundle of the gateway', () => {
  const root = mkdtempSync(join(tmpdir(), 'bundles-'));
  const file = join(bundleFolder('gateway', root), bundleFile);
  let size: BundleSize;
  let code: string;

  beforeAll(async () => {
    size = await takeAway('gateway', root);
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
    const lazy = join(bundleFolder('gateway', root), 'aws-sdk-client-bedrock-runtime.cjs');
    const script = `console.log(typeof require(${JSON.stringify(lazy)}).ConverseCommand)`;
    expect(execFileSync('node', ['-e', script], { encoding: 'utf8', cwd: root }).trim()).toBe('function');
  });

  it('carries neither a dynamic import nor the chain of credential providers', () => {
    expect(code).not.toMatch(/\bimport\(/);
    expect(code).not.toContain('AWS_CONTAINER_CREDENTIALS_FULL_URI');
  });

  it('keeps the names of error classes, since logs show them', () => {
    expect(code).toContain('"InvalidSignatureError"');
  });
});

/** The most that a cold start of the admin API may read: an admin waits for it, nobody else does. */
it.each([
  // From 500 by widgets, tenants and conversations, from 540 by channels: what they send with, and the store of secrets.
  // From 580 by addresses of people's files, questions for them, and what humans have of conversations; from 620 by cards.
  // From 626 by reports: what is counted, on every tenant's clocks, with their schemas.
  // From 655 by what canaries have come to, and by queues of handoffs that are looked up.
  // From 658 by how humans answer, and who keeps a queue; from 664 by visitors, waits of this moment and costs in reports.
  // From 674 by the report of refused requests.
  ['admin', 675],
  ['admin-users', 400],
  // From 400 by S3's client: what is erased must be gone from the bucket, too.
  ['admin-people', 640],
  // S3's client is half of it.
  ['files', 620],
  // From 315 by canaries, which end by what is counted.
  // From 323 by visitors and opening hours that are counted.
  ['runs', 327],
  ['user-sync', 400],
  // From 540 by the call of a provider's templates and the secrets for it.
  ['admin-desk', 590],
  // Of the same parts, and files.
  ['service', 640],
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
