import { onTestFinished, vi } from 'vitest';
import {
  type HostedUi,
  type HostedUiOptions,
  startHostedUi,
} from '../../src/local/hosted-ui/start-hosted-ui.ts';
import { type LocalUserPool, openUserPool } from '../../src/local/hosted-ui/user-pool.ts';
import { type AdminClient, adminClient } from './admin-client.ts';
import { testSigningKey } from './test-signing-key.ts';

/** Where the tests' application runs; nothing listens there. */
export const appOrigin = 'https://admin.example';
export const callback = `${appOrigin}/callback`;

export interface TestHostedUi extends HostedUi {
  readonly pool: LocalUserPool;
  /** A client with a browser of its own. */
  client(): Promise<AdminClient>;
}

/** A hosted UI for one test. */
export async function startTestHostedUi({
  dataDir,
  ...options
}: Partial<HostedUiOptions> & { readonly dataDir?: string } = {}): Promise<TestHostedUi> {
  const pool = openUserPool({ dataDir });
  const hostedUi = await startHostedUi(
    { port: 0, appOrigins: [appOrigin], newKey: testSigningKey, ...options },
    pool,
  );
  onTestFinished(() => hostedUi.stop());
  return { ...hostedUi, pool, client: () => adminClient(hostedUi, callback) };
}

/** Stops the clock for one test. @returns what lets time pass */
export function stopClock(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds) => vi.setSystemTime(Date.now() + seconds * 1000);
}

/** The name and the password of a seeded user. */
export const editor = ['editor@acme.example', 'Development-only-2'] as const;
export const careful = ['careful@acme.example', 'Development-only-6'] as const;

/** What a token says, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
