import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { addStacks, type BuildFolders, createApp } from '../../lib/add-stacks.ts';
import {
  type BundleName,
  bundleFile,
  bundleFolder,
  bundles,
  widgetReleaseFile,
  widgetReleases,
} from '../../lib/bundles.ts';
import { parseStage } from '../../lib/stage.ts';

type StackName = keyof ReturnType<typeof addStacks>;

export interface Synthesized {
  readonly templates: Readonly<Record<StackName, Template>>;
  /** Findings of cdk-nag and of the CDK itself. */
  readonly findings: readonly string[];
}

const made = new Map<string, Synthesized>();

/**
 * All stacks of a stage of cdk.json, with empty bundles and a one-page site: what they contain is not what counts. Made
 * once for all tests of a process, so a test that changes a template takes a copy.
 */
export function synthesize(
  stageName: string,
  changes: object = {},
  builds: Partial<BuildFolders> = {},
): Synthesized {
  const key = JSON.stringify([stageName, changes, builds]);
  const known = made.get(key) ?? synthesizeAnew(stageName, changes, builds);
  made.set(key, known);
  return known;
}

function synthesizeAnew(stageName: string, changes: object, builds: Partial<BuildFolders>): Synthesized {
  const folder = mkdtempSync(join(tmpdir(), 'synth-'));
  try {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
    const app = createApp({ outdir: join(folder, 'out'), context });
    const stage = parseStage(stageName, { ...context.stages[stageName], ...changes });
    const stacks = addStacks(app, stage, { ...writeBuilds(folder), ...builds });
    // The assertions' own way synthesizes the whole app again for each stack.
    const assembly = app.synth();
    const artifacts = Object.entries(stacks).map(
      ([name, stack]) => [name, assembly.getStackArtifact(stack.artifactId)] as const,
    );
    return {
      templates: Object.fromEntries(
        artifacts.map(([name, { template }]) => [name, Template.fromJSON(template)]),
      ) as Synthesized['templates'],
      findings: artifacts.flatMap(([, { messages }]) =>
        messages.filter(({ level }) => level !== 'info').map(({ id, entry }) => `${id}: ${entry.data}`),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A real deployment's addresses, in the place of those that cdk.json has for an example. */
export const addresses = { alarmEmail: 'operations@acme.com', mailFrom: 'gateway@acme.com' };

/** Production with names of its own, in another part of the world. */
export const withDomains = {
  ...addresses,
  account: '111122223333',
  region: 'eu-central-1',
  domains: {
    api: { name: 'api.acme.com', certificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/a' },
    admin: { name: 'admin.acme.com', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/b' },
    public: { name: 'chat.acme.com', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/c' },
  },
};

/** The deployments that every template must be right for. */
export const deployments: readonly (readonly [string, string, object])[] = [
  ['dev', 'dev', {}],
  ['prod', 'prod', addresses],
  ['prod with own domains in another region', 'prod', withDomains],
];

/** As `bin/build-widget.ts` writes it. */
export const release = { file: `${widgetReleases}/widget.0a1b.js`, integrity: 'sha384-0a1b' };

function writeBuilds(folder: string) {
  const bundleRoot = join(folder, 'lambda');
  for (const name of Object.keys(bundles) as BundleName[]) {
    mkdirSync(bundleFolder(name, bundleRoot), { recursive: true });
    writeFileSync(join(bundleFolder(name, bundleRoot), bundleFile), `// ${name}`);
  }
  const adminFolder = join(folder, 'admin');
  mkdirSync(join(adminFolder, 'assets'), { recursive: true });
  writeFileSync(join(adminFolder, 'index.html'), '<!doctype html>');
  writeFileSync(join(adminFolder, 'assets/index-0a1b.js'), '');
  const widgetFolder = join(folder, 'widget');
  mkdirSync(join(widgetFolder, widgetReleases), { recursive: true });
  for (const file of ['widget.js', release.file]) writeFileSync(join(widgetFolder, file), '');
  writeFileSync(join(widgetFolder, widgetReleaseFile), JSON.stringify(release));
  const docsFolder = join(folder, 'docs');
  mkdirSync(docsFolder);
  writeFileSync(join(docsFolder, 'index.html'), '<!doctype html>');
  return { bundleRoot, adminFolder, widgetFolder, docsFolder };
}

export interface Resource {
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
