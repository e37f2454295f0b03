import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSecretsManager } from '../../../src/local/aws/secrets-manager.ts';
import { localClients } from '../../support/local-clients.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

async function start(file?: string) {
  const endpoint = await startSecretsManager(file);
  onTestFinished(() => endpoint.stop());
  const { secrets } = localClients({ SECRETS_MANAGER: endpoint.url });
  return {
    get: async (SecretId: string) =>
      (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString,
    create: (Name: string, SecretString: string) =>
      secrets.send(new CreateSecretCommand({ Name, SecretString })),
    put: (SecretId: string, SecretString: string) =>
      secrets.send(new PutSecretValueCommand({ SecretId, SecretString })),
  };
}

describe('the secrets', () => {
  it('survive a killed process, in a file that only the owner reads', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'secrets.json');
    const first = await start(file);
    await first.create('a', 'one');
    await first.create('b', 'ü');
    await first.put('a', 'two');
    const second = await start(file);
    expect([await second.get('a'), await second.get('b')]).toEqual(['two', 'ü']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['secrets.json']);
  });

  it('are whole whatever a killed process left of the next file', async () => {
    const file = join(await temporaryDirectory(), 'secrets.json');
    await (await start(file)).create('a', 'one');
    const before = readFileSync(file);
    writeFileSync(`${file}.next`, before.subarray(0, 5));
    const again = await start(file);
    expect(await again.get('a')).toBe('one');
    await again.put('a', 'two');
    expect(await (await start(file)).get('a')).toBe('two');
  });

  it('are refused as by AWS when missing, existing or not text', async () => {
    const { get, create, put } = await start();
    await create('a', 'one');
    await expect(get('b')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(put('b', 'x')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(create('a', 'x')).rejects.toMatchObject({ name: 'ResourceExistsException' });
    await expect(get('')).rejects.toMatchObject({ name: 'ValidationException' });
    expect(await get('a')).toBe('one');
  });
});
