import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { addStacks } from '../../lib/add-stacks.ts';
import { type BundleName, bundleFile, bundleFolder, bundles } from '../../lib/bundles.ts';
import { createApp } from '../../lib/create-app.ts';
import { parseStage } from '../../lib/stage.ts';

type StackName = keyof ReturnType<typeof addStacks>;

export interface Synthesized {
  readonly templates: Readonly<Record<StackName, Template>>;
  /** Findings of cdk-nag and of the CDK itself. */
  readonly findings: readonly string[];
}

/** All stacks of a stage of cdk.json, with empty bundles and a one-page site: what they contain is not what counts. */
export function synthesize(stageName: string, changes: object = {}): Synthesized {
  const folder = mkdtempSync(join(tmpdir(), 'synth-'));
  try {
    const app = createApp({ outdir: join(folder, 'out') });
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    const stage = parseStage(stageName, { ...context.stages[stageName], ...changes });
    const stacks = addStacks(app, stage, writeBuilds(folder));
    const entries = Object.entries(stacks) as [StackName, Stack][];
    return {
      templates: Object.fromEntries(
        entries.map(([name, stack]) => [name, Template.fromStack(stack)]),
      ) as Synthesized['templates'],
      findings: entries.flatMap(([, stack]) => findingsOf(stack)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeBuilds(folder: string) {
  const bundleRoot = join(folder, 'lambda');
  for (const name of Object.keys(bundles) as BundleName[]) {
    mkdirSync(bundleFolder(name, bundleRoot), { recursive: true });
    writeFileSync(join(bundleFolder(name, bundleRoot), bundleFile), `// ${name}`);
  }
  const siteFolder = join(folder, 'site');
  mkdirSync(join(siteFolder, 'assets'), { recursive: true });
  writeFileSync(join(siteFolder, 'index.html'), '<!doctype html>');
  writeFileSync(join(siteFolder, 'assets/index-0a1b.js'), '');
  return { bundleRoot, siteFolder };
}

function findingsOf(stack: Stack): string[] {
  const annotations = Annotations.fromStack(stack);
  return [
    ...annotations.findError('*', Match.anyValue()),
    ...annotations.findWarning('*', Match.anyValue()),
  ].map(({ id, entry }) => `${id}: ${entry.data}`);
}

interface Resource {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: properties of CloudFormation, whose shape each test states
  readonly properties: any;
}

/** Resources of one type. */
export function resourcesOf(template: Template, type: string): readonly Resource[] {
  return Object.entries(template.findResources(type)).map(([id, { Properties }]) => ({
    id,
    properties: Properties,
  }));
}
