import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const,
);

describe('the workflows', () => {
  it('are the check of every change, its scan, the long tests of each night, and the deployment', () => {
    const texts = Object.fromEntries(workflows);
    expect(Object.keys(texts).sort()).toEqual(['ci.yml', 'deploy.yml', 'nightly.yml', 'scan.yml']);
    for (const name of ['ci.yml', 'deploy.yml']) expect(texts[name]).toContain('.ci/run');
    expect(texts['nightly.yml']).toContain('shard: [1, 2, 3, 4]');
    expect(texts['nightly.yml']).toMatch(/run: npm run test:long -- --shard=\$\{\{ matrix\.shard \}\}\/4$/m);
    expect(texts['ci.yml']).toMatch(
      /npm: \["10", "11", "12", latest\][\s\S]+npm install --global[\s\S]+\.ci\/first-steps/,
    );
    for (const part of [
      'codeql-action/init@',
      'codeql-action/analyze@',
      '.ci/find-secrets',
      'fetch-depth: 0',
    ])
      expect(texts['scan.yml']).toContain(part);
  });

  it.each(workflows)('%s names actions by commit and holds no stored key', (_, text) => {
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(1);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+(\/[\w-]+)?@[0-9a-f]{40}$/);
    expect(text).not.toMatch(/secrets\.|aws-access-key-id|AKIA/);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  const [, deploy = ''] = workflows.find(([name]) => name === 'deploy.yml') ?? [];
  const jobs = deploy
    .slice(deploy.indexOf('\njobs:'))
    .split(/\n {2}(?=\w+:\n)/)
    .slice(1);
  const jobOf = (name: string) => jobs.find((job) => job.startsWith(`${name}:`)) ?? '';

  it('deploy with a short-lived token only', () => {
    expect(jobOf('deploy')).toMatch(/role-to-assume: \$\{\{ vars\.DEPLOY_ROLE_ARN \}\}/);
  });

  it('give that token to the one job that deploys, where no test and no script of a package runs', () => {
    expect(deploy.match(/id-token: write/g)).toHaveLength(1);
    expect(jobOf('deploy')).toContain('id-token: write');
    expect(jobOf('deploy')).toContain('npm ci --ignore-scripts');
    expect(jobOf('deploy')).not.toContain('.ci/run');
    expect(jobOf('build')).toContain('.ci/run');
  });

  it('check before they deploy, deploy what was tested, call each function afterwards, and roll back when one does not answer', () => {
    const inOrder = [
      'download-artifact',
      ' preflight ',
      'cdk deploy --app .',
      '--force',
      ' visit --url "$base" --stage "$STAGE"',
      "if: failure() && steps.visit.outcome == 'failure'",
      '.ci/roll-back',
      "if: failure() && steps.back.outcome == 'success'",
    ];
    const places = inOrder.map((text) => jobOf('deploy').indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(jobOf('build')).toContain('upload-artifact');
  });
});
