import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lossesOf, type Template } from '../../bin/roll-back-losses.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const queue = (name: string, more: object = {}) => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName: name, FifoQueue: true, ...more },
});
const code = (key: string) => ({ Type: 'AWS::Lambda::Function', Properties: { Code: { S3Key: key } } });
const template = (resources: Template['Resources']): Template => ({ Resources: resources });

describe('rolling back to an earlier template', () => {
  const now = template({ Turns: queue('turns.fifo', { VisibilityTimeout: 360 }), Worker: code('new') });

  it('loses nothing when only code and settings differ', () => {
    const before = template({ Turns: queue('turns.fifo', { VisibilityTimeout: 60 }), Old: code('old') });
    expect(lossesOf(now, before)).toEqual([]);
  });

  it.each<[string, Template['Resources']]>([
    ['is not there', {}],
    ['has another name', { Turns: queue('records.fifo') }],
    ['is of another type', { Turns: { Type: 'AWS::SNS::Topic', Properties: {} } }],
  ])('loses a queue that %s in it, and the messages on it', (_, resources) => {
    expect(lossesOf(now, template(resources))).toEqual(['Turns (AWS::SQS::Queue)']);
  });
});

/** The script in a checkout of its own, with a `gh` and a `cdk` that write down how they are called. */
async function checkout({ run, before }: { readonly run: string; readonly before: Template }) {
  const folder = await temporaryDirectory();
  for (const name of ['.ci', 'bin', 'lib']) cpSync(name, join(folder, name), { recursive: true });
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  };
  const now = template({ Turns: queue('turns.fifo'), Worker: code('new') });
  for (const name of ['messaging', 'api', 'observability', 'site']) {
    write(`cdk.out/gateway-dev-${name}.template.json`, JSON.stringify(now));
    write(`kept/gateway-dev-${name}.template.json`, JSON.stringify(before));
  }
  write('package.json', '{"type":"module"}');
  write('tools/gh', `#!/bin/sh\nif [ "$2" = list ]; then echo ${run}; else cp -r kept before; fi\n`);
  write('node_modules/.bin/cdk', '#!/bin/sh\necho "$PWD $*" > ../deployed\n');
  const env = {
    ...process.env,
    STAGE: 'dev',
    PATH: `${join(folder, 'tools')}:${dirname(process.execPath)}:${process.env.PATH}`,
    GITHUB_STEP_SUMMARY: join(folder, 'summary'),
  };
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    summary: () => text('summary'),
    deployed: () => text('deployed'),
    goBack: () => execFileSync(join(folder, '.ci', 'roll-back'), { cwd: folder, env, stdio: 'pipe' }),
  };
}

describe('the rollback of the deployment', () => {
  const old = template({ Turns: queue('turns.fifo'), Worker: code('old') });

  it('deploys what the last good run deployed, except for stacks that hold data', async () => {
    const { goBack, deployed, summary } = await checkout({ run: '4711', before: old });
    goBack();
    expect(deployed()).toMatch(
      /\/before deploy --app \. gateway-dev-messaging gateway-dev-api gateway-dev-observability gateway-dev-site --exclusively/,
    );
    expect(summary()).toContain('**Rolled back** to what run 4711 deployed');
  });

  it.each<[string, { run: string; before: Template }, string]>([
    ['no run was good before', { run: '', before: old }, 'no earlier deployment of dev was found well'],
    [
      'it would delete a queue',
      { run: '4711', before: template({}) },
      'gateway-dev-messaging: Turns (AWS::SQS::Queue)',
    ],
  ])('is not made, and says so, when %s', async (_, state, words) => {
    const { goBack, deployed, summary } = await checkout(state);
    expect(goBack).toThrow();
    expect(deployed).toThrow();
    expect(summary()).toContain('**Not rolled back:**');
    expect(summary()).toContain(words);
  });
});
