import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Endpoint } from './dynamodb.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';

const stored = z.record(z.string(), z.string());
const text = z.string();

/** Secrets Manager for string secrets. @param file where they are kept, readable by the owner only */
export async function startSecretsManager(file: string | undefined): Promise<Endpoint> {
  const secrets = new Map(
    file && existsSync(file) ? Object.entries(stored.parse(JSON.parse(readFileSync(file, 'utf8')))) : [],
  );
  const put = (name: string, value: unknown) => {
    secrets.set(name, text.parse(value));
    if (file) writeFileSync(file, JSON.stringify(Object.fromEntries(secrets)), { mode: 0o600 });
    return { Name: name, ARN: name };
  };
  const known = (name: string) => {
    const value = secrets.get(name);
    if (value === undefined)
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return value;
  };
  return startJsonEndpoint({
    GetSecretValue: ({ SecretId }) => {
      const name = text.parse(SecretId);
      return { Name: name, ARN: name, SecretString: known(name) };
    },
    CreateSecret: ({ Name, SecretString }) => {
      const name = text.parse(Name);
      if (secrets.has(name)) throw new AwsError('ResourceExistsException', 'the secret exists');
      return put(name, SecretString);
    },
    PutSecretValue: ({ SecretId, SecretString }) => {
      const name = text.parse(SecretId);
      known(name);
      return put(name, SecretString);
    },
  });
}
