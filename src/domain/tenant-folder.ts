import type { ChannelAccount, Tenant, Widget } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';

/** A tenant's configuration as its folder of files holds it. @see design 6 */
export interface TenantFolder {
  readonly tenant: Tenant;
  readonly widgets: readonly Widget[];
  readonly channels: readonly ChannelAccount[];
  readonly flows: readonly FlowDefinition[];
  /** Scripted conversations of the flows' versions, as JSON, by `scriptsKey`. */
  readonly conversations?: Readonly<Record<string, Conversations>>;
  /** The tenant's secrets by name; they go to the secret store only. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Scripted conversations as their file holds them. */
export type Conversations = readonly Readonly<Record<string, unknown>>[];

/** What the scripted conversations of a version are found by. */
export const scriptsKey = ({ id, version }: Pick<FlowDefinition, 'id' | 'version'>): string =>
  `${id}#${version}`;
