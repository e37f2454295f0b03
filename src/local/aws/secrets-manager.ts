import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Endpoint } from '../listen.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';

const stored = z.record(z.string(), z.string());
const name = z.string().check(z.minLength(1), z.maxLength(512));
const getInput = z.object({ SecretId: name });
const putInput = z.object({ SecretId: name, SecretString: z.string() });
const createInput = z.object({ Name: name, SecretString: z.string() });

/** Secrets Manager for string secrets. @param file where they are kept, readable by the owner only */
export async function startSecretsManager(file: string | undefined): Promise<Endpoint> {
  const secrets = new Map(
    file && existsSync(file) ? Object.entries(stored.parse(JSON.parse(readFileSync(file, 'utf8')))) : [],
  );
  const put = (id: string, value: string) => {
    secrets.set(id, value);
    if (file) writeWholeFile(file, JSON.stringify(Object.fromEntries(secrets)));
    return { Name: id, ARN: id };
  };
  const known = (id: string) => {
    const value = secrets.get(id);
    if (value === undefined)
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return value;
  };
  return startJsonEndpoint({
    GetSecretValue: (input) => {
      const { SecretId } = getInput.parse(input);
      return { Name: SecretId, ARN: SecretId, SecretString: known(SecretId) };
    },
    CreateSecret: (input) => {
      const { Name, SecretString } = createInput.parse(input);
      if (secrets.has(Name))
        throw new AwsError('ResourceExistsException', `The secret ${Name} already exists.`);
      return put(Name, SecretString);
    },
    DeleteSecret: (input) => {
      const { SecretId } = getInput.parse(input);
      known(SecretId);
      secrets.delete(SecretId);
      if (file) writeWholeFile(file, JSON.stringify(Object.fromEntries(secrets)));
      return { Name: SecretId, ARN: SecretId };
    },
    PutSecretValue: (input) => {
      const { SecretId, SecretString } = putInput.parse(input);
      known(SecretId);
      return put(SecretId, SecretString);
    },
  });
}
