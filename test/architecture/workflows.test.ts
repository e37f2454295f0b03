import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const,
);

describe('the workflows', () => {
  it('are the check of every change and the deployment', () => {
    expect(workflows.map(([name]) => name).sort()).toEqual(['ci.yml', 'deploy.yml']);
    for (const [, text] of workflows) expect(text).toContain('.ci/run');
  });

  it.each(workflows)('%s names actions by commit and holds no stored key', (_, text) => {
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(1);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(text).not.toMatch(/secrets\.|aws-access-key-id|AKIA/);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  });

  it('deploy with a short-lived token only', () => {
    const [, deploy = ''] = workflows.find(([name]) => name === 'deploy.yml') ?? [];
    expect(deploy).toContain('id-token: write');
    expect(deploy).toMatch(/role-to-assume: \$\{\{ vars\.DEPLOY_ROLE_ARN \}\}/);
  });
});
