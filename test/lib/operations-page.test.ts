import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../../lib/functions.ts';
import { probes } from '../../src/cli/commands/visit.ts';
import { counterNames, gaugeNames, timerNames } from '../../src/contract/metrics.ts';
import { roleNames } from '../../src/contract/roles.ts';
import { type Table, tables } from '../../src/contract/tables.ts';
import { addresses, resourcesOf, type Synthesized, synthesize } from './synthesize.ts';

const page = readFileSync('docs/operations.md', 'utf8');
let stacks: Synthesized['templates'];
beforeAll(() => {
  stacks = synthesize('prod', addresses).templates;
});

/** `FUNCTION-errors` stands for that alarm of each function; so do `QUEUE` and `TABLE`. */
const named: Readonly<Record<string, readonly string[]>> = {
  FUNCTION: Object.keys(functions),
  TABLE: Object.values<Table>(tables).flatMap(({ name, indexes = [] }) => [
    name,
    ...indexes.map((index) => `${name}-${index.name}`),
  ]),
  // A construct of the messaging stack.
  QUEUE: ['\\w+'],
};
const alarmsOfPage = [...page.matchAll(/^\| (`[^|]+`) \|/gm)]
  .flatMap(([, cell = '']) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name))
  .flatMap((name) => {
    const [first = ''] = name.split('-');
    return named[first]?.map((each) => name.replace(first, each)) ?? [name];
  })
  .map((name) => new RegExp(`^${name.replaceAll('-', '')}$`));

describe('the operations page', () => {
  it('says what to do for every alarm', () => {
    const alarms = resourcesOf(stacks.observability, 'AWS::CloudWatch::Alarm').map(({ id }) =>
      id.slice(0, -8),
    );
    expect(alarms.length).toBeGreaterThan(30);
    expect(alarms.filter((id) => !alarmsOfPage.some((told) => told.test(id)))).toEqual([]);
  });

  it.each([
    ['metric', [...counterNames, ...gaugeNames, ...timerNames]],
    ['role', roleNames],
    ['setting of a stage', Object.keys(JSON.parse(readFileSync('cdk.json', 'utf8')).context.stages.prod)],
    ['table', Object.values(tables).map(({ name }) => name)],
  ])('names every %s', (_, names) => {
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('names every function that a deployment runs without a URL, in the permission for it', () => {
    const sentence = /`lambda:InvokeFunction` on [^.]+\./.exec(page)?.[0] ?? '';
    expect(Object.keys(probes).filter((name) => !sentence.includes(`\`${name}\``))).toEqual([]);
  });

  it('names outputs as the stacks do', () => {
    const outputs = new Set(
      Object.values(stacks).flatMap((template) => Object.keys(template.findOutputs('*'))),
    );
    const told = /Outputs\*\* needed elsewhere: (.+?)\. The console/.exec(page)?.[1] ?? '';
    const names = [...told.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(6);
    expect(names.filter((name) => !outputs.has(name))).toEqual([]);
  });
});
