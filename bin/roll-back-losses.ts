import { readFileSync } from 'node:fs';
import { readCommandLine, refuse } from './command-line.ts';

const usage = `node bin/roll-back-losses.ts NOW BEFORE STACK…

Names what would be deleted if these stacks went from the templates in the folder NOW back to those in BEFORE; exits with 1
when anything would be.`;

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

/** The parts of a template that are compared. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
}

/** Resources whose contents no deployment restores. */
const holding = new Set([
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::SQS::Queue',
]);
/** Properties whose change makes CloudFormation replace the resource. */
const identity = ['BucketName', 'FifoQueue', 'KeySchema', 'Name', 'QueueName', 'TableName', 'UserPoolName'];

/**
 * Returns what CloudFormation would delete, with its contents, if a stack went back to an earlier template: the
 * logical IDs of queues, tables, buckets, secrets and pools that the earlier one lacks or names differently.
 */
export function lossesOf(now: Template, before: Template): readonly string[] {
  return Object.entries(now.Resources)
    .filter(([id, resource]) => holding.has(resource.Type) && !isSame(resource, before.Resources[id]))
    .map(([id, { Type }]) => `${id} (${Type})`);
}

function isSame(now: Resource, before: Resource | undefined): boolean {
  if (before?.Type !== now.Type) return false;
  return identity.every(
    (name) => JSON.stringify(now.Properties?.[name]) === JSON.stringify(before.Properties?.[name]),
  );
}

function main(): void {
  const { positionals } = readCommandLine(usage, {}, Number.POSITIVE_INFINITY);
  const [now = '', before = '', ...stacks] = positionals;
  if (stacks.length === 0) refuse('Two folders of templates are needed, and the names of stacks.');
  const read = (folder: string, stack: string): Template =>
    JSON.parse(readFileSync(`${folder}/${stack}.template.json`, 'utf8'));
  const losses = stacks.flatMap((stack) =>
    lossesOf(read(now, stack), read(before, stack)).map((loss) => `${stack}: ${loss}`),
  );
  for (const loss of losses) console.log(`Going back would delete, with what it holds: ${loss}`);
  process.exitCode = losses.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
