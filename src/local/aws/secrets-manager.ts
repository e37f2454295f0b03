import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Endpoint } from '../listen.ts';
import { readKeptFile, writeWholeFile } from '../write-whole-file.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';

const stored = z.record(z.string(), z.string());
const name = z.string().check(z.minLength(1), z.maxLength(512));
const getInput = z.object({ SecretId: name });
const currentStage = 'AWSCURRENT';
const putInput = z.object({
  SecretId: name,
  SecretString: z.string(),
  VersionStages: z._default(z.array(z.string()), [currentStage]),
});
const createInput = z.object({ Name: name, SecretString: z.string() });
const moveInput = z.object({
  SecretId: name,
  VersionStage: z.literal(currentStage),
  MoveToVersionId: z.string(),
  RemoveFromVersionId: z.optional(z.string()),
});

/** A secret's current value, and those that were written beside it and may become it. */
interface Secret {
  current: string;
  readonly versions: Map<string, string>;
}

/** Secrets Manager for string secrets. @param file where they are kept, readable by the owner only */
export async function startSecretsManager(file: string | undefined): Promise<Endpoint> {
  const secrets = new Map(
    Object.entries(readKeptFile(file, stored) ?? {}).map(([id, value]) => [id, secretOf(value)]),
  );
  const save = () => {
    const values = [...secrets].map(([id, { current, versions }]) => [id, versions.get(current)]);
    if (file) writeWholeFile(file, JSON.stringify(Object.fromEntries(values)));
  };
  const known = (id: string) => {
    const secret = secrets.get(id);
    if (secret === undefined)
      throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return secret;
  };
  return startJsonEndpoint({
    GetSecretValue: (input) => {
      const { SecretId } = getInput.parse(input);
      const { current, versions } = known(SecretId);
      return { ...namesOf(SecretId), VersionId: current, SecretString: versions.get(current) };
    },
    CreateSecret: (input) => {
      const { Name, SecretString } = createInput.parse(input);
      if (secrets.has(Name))
        throw new AwsError('ResourceExistsException', `The secret ${Name} already exists.`);
      const secret = secretOf(SecretString);
      secrets.set(Name, secret);
      save();
      return { ...namesOf(Name), VersionId: secret.current };
    },
    DeleteSecret: (input) => {
      const { SecretId } = getInput.parse(input);
      known(SecretId);
      secrets.delete(SecretId);
      save();
      return namesOf(SecretId);
    },
    PutSecretValue: (input) => {
      const { SecretId, SecretString, VersionStages } = putInput.parse(input);
      const secret = known(SecretId);
      const version = randomUUID();
      secret.versions.set(version, SecretString);
      if (VersionStages.includes(currentStage)) makeCurrent(secret, version);
      save();
      return { ...namesOf(SecretId), VersionId: version, VersionStages };
    },
    UpdateSecretVersionStage: (input) => {
      const { SecretId, MoveToVersionId, RemoveFromVersionId } = moveInput.parse(input);
      const secret = known(SecretId);
      if (!secret.versions.has(MoveToVersionId))
        throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified version.");
      if (RemoveFromVersionId !== secret.current)
        throw new AwsError(
          'InvalidParameterException',
          `Staging label ${currentStage} is currently attached to version ${secret.current}.`,
        );
      makeCurrent(secret, MoveToVersionId);
      save();
      return namesOf(SecretId);
    },
  });
}

const namesOf = (id: string) => ({ Name: id, ARN: id });

function secretOf(value: string): Secret {
  const current = randomUUID();
  return { current, versions: new Map([[current, value]]) };
}

/** The previous version is no longer used; a pending one may still become current. */
function makeCurrent(secret: Secret, version: string): void {
  secret.versions.delete(secret.current);
  secret.current = version;
}
