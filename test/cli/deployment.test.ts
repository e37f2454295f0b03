import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { deployedNames } from '../../src/cli/target.ts';
import { prefixOf } from '../../src/contract/stage-settings.ts';
import { tables } from '../../src/contract/tables.ts';
import { startSecretsManager } from '../../src/local/aws/secrets-manager.ts';
import { resourcesOf, synthesize } from '../lib/synthesize.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

it.each(['dev', 'prod'])(
  'knows the resources of the stage %s by the names that the stacks give them',
  (stage) => {
    const { templates } = synthesize(stage);
    const { tablePrefix, secretPrefix, idSecret, userPool, queues } = deployedNames(prefixOf(stage));
    const named = (stack: keyof typeof templates, type: string, property: string) =>
      resourcesOf(templates[stack], type).map(({ properties }) => properties[property]);
    expect(named('data', 'AWS::DynamoDB::GlobalTable', 'TableName')).toEqual(
      expect.arrayContaining(Object.values(tables).map(({ name }) => tablePrefix + name)),
    );
    expect(named('data', 'AWS::SecretsManager::Secret', 'Name')).toContain(idSecret);
    expect(named('identity', 'AWS::Cognito::UserPool', 'UserPoolName')).toEqual([userPool]);
    expect(named('messaging', 'AWS::SQS::Queue', 'QueueName')).toEqual(
      expect.arrayContaining(Object.values(queues).flatMap(({ queue, deadLetters }) => [queue, deadLetters])),
    );
    expect(JSON.stringify(named('messaging', 'AWS::Lambda::Function', 'Environment'))).toContain(
      `"TENANT_SECRET_PREFIX":"${secretPrefix}"`,
    );
  },
  120_000,
);

describe('a deployment named by its prefix', () => {
  let stack: TestStack;
  let env: Record<string, string>;
  beforeAll(async () => {
    stack = await startTestStack({ background: false });
    env = Object.fromEntries(
      Object.entries(stack.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const { sqs, secrets } = createAwsClients(env);
    const { queues, idSecret } = deployedNames('gateway-');
    for (const name of Object.values(queues).flatMap(({ queue, deadLetters }) => [queue, deadLetters])) {
      await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: { FifoQueue: 'true' } }));
    }
    await secrets.send(new CreateSecretCommand({ Name: idSecret, SecretString: stack.env.ID_SECRET }));
  });
  afterAll(() => stack.stop());

  const gateway = (...args: readonly string[]) => runCli([...args, '--prefix', 'gateway-'], { env });

  it('lists its tenants', async () => {
    expect((await gateway('tenant', 'list')).out).toContain('acme     active');
  });

  it("finds a message by the deployment's own key", async () => {
    await postCloudApi(
      stack,
      cloudApiBody({ messages: [textMessage('4915140000001', 'hello', 'wamid.deployed')] }),
    );
    const { out } = await gateway('message', 'why', 'wamid.deployed');
    expect(out).toContain("the webhook call is chatapp's");
  });

  it('finds its dead letters', async () => {
    const { sqs } = createAwsClients(env);
    const url = stack.queues.turnsQueueUrl.replace(
      /[^/]+$/,
      deployedNames('gateway-').queues.turns.deadLetters,
    );
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: '{}',
        MessageGroupId: 'acme:one',
        MessageDeduplicationId: 'one',
      }),
    );
    expect((await gateway('dlq', 'list')).out).toMatch(
      /in the SQS dead-letter queues: turns 1, continuations 0, outbound 0$/,
    );
  });

  it('uses no secrets of the examples, which are for local use', async () => {
    const { err, code } = await runCli(
      ['tenant', 'apply', 'examples/tenants/acme', '--prefix', 'gateway-', '--dry-run'].concat(
        ['GATEWAY_ORIGIN', 'ORDER_SERVICE_URL', 'PROVIDER_URL'].flatMap((name) => [
          '--set',
          `${name}=https://a.example`,
        ]),
      ),
      { env: { ...env, AWS_ENDPOINT_URL_SECRETS_MANAGER: await emptySecrets() } },
    );
    expect(code).toBe(1);
    expect(err).toContain('secrets.app_secret: names the secret whatsapp_app_secret, which has no value');
    expect(err).toContain('GATEWAY_SECRET_');
  });

  it.each([
    ['nothing is deployed under that prefix', 'other-', {}, /Check --stage \(or --prefix\), AWS_REGION/],
    ['there is no region', 'gateway-', { AWS_REGION: '' }, /No AWS region is set/],
  ])('explains what to do when %s', async (_title, prefix, change, message) => {
    const run = await runCli(['tenant', 'list', '--prefix', prefix], { env: { ...env, ...change } });
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(message);
  });
});

const started: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(started.map((server) => server.stop())));

/** A secret store that holds nothing. */
async function emptySecrets(): Promise<string> {
  const server = await startSecretsManager(undefined);
  started.push(server);
  return server.url;
}
