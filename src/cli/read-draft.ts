import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Tenant, tenant } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { readJsonFile } from '../operations/directory/read-json-file.ts';
import type { FlowFile } from '../operations/directory/read-tenant-folder.ts';
import { previewId } from './flow-preview.ts';
import { standInsOf } from './placeholders.ts';
import { readFlow, readFlowsBeside } from './read-flow.ts';
import { gatherSecrets } from './tenant-secrets.ts';

/** What a draft is read with. */
export interface DraftSources {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly secretsFile: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Origins of the pages that may show it. */
  readonly origins: readonly string[];
}

/** A flow as its file is at the moment, and the folder that a preview serves it from. */
export interface Draft extends FlowFile {
  readonly others: readonly FlowDefinition[];
  readonly folder: TenantFolder;
}

/**
 * Reads a flow, those beside it, and of the tenant whose folder it lies in the clock and the secrets of flows.
 * @throws ConfigurationFileError with every fault; what reading throws when there is no such file
 */
export async function readDraft(file: string, sources: DraftSources): Promise<Draft> {
  const read = await readFlow(file, await standInsOf(file, sources.placeholders));
  const others = await readFlowsBeside(file, await standInsOf(dirname(file), sources.placeholders));
  const home = join(dirname(resolve(file)), '..');
  const { time_zone, country, flow_secrets, llm_tokens_per_day } = await readHome(join(home, 'tenant.json'));
  const names = Object.keys(flow_secrets ?? {});
  const examples = join(home, 'secrets.example.json');
  const secretsFile =
    sources.secretsFile ?? (names.length > 0 && existsSync(examples) ? examples : undefined);
  const secrets = await gatherSecrets(names, { stored: {}, file: secretsFile, env: sources.env });
  return {
    ...read,
    others,
    folder: {
      tenant: {
        id: previewId,
        name: 'Preview',
        status: 'active',
        default_widget: previewId,
        ...(time_zone !== undefined && { time_zone }),
        ...(country !== undefined && { country }),
        ...(flow_secrets && { flow_secrets }),
        ...(llm_tokens_per_day !== undefined && { llm_tokens_per_day }),
      },
      widgets: [
        {
          id: previewId,
          flow: read.flow.id,
          allowed_origins: [...sources.origins],
          session_limit_per_minute: limits.sessionMessagesPerMinuteMax,
          new_sessions_per_address: 0,
          appearance: { title: read.flow.title ?? read.flow.id },
        },
      ],
      channels: [],
      flows: [read.flow, ...others.filter(({ id }) => id !== read.flow.id)],
      secrets,
    },
  };
}

/** Nothing of a flow that lies in no tenant's folder. @throws ConfigurationFileError */
async function readHome(file: string): Promise<Partial<Tenant>> {
  return existsSync(file) ? await readJsonFile(file, tenant) : {};
}
