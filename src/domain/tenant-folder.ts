import type { ChannelAccount, Tenant, Widget } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';

/** A tenant's configuration as its folder of files holds it. @see design 6 */
export interface TenantFolder {
  readonly tenant: Tenant;
  readonly widgets: readonly Widget[];
  readonly channels: readonly ChannelAccount[];
  readonly flows: readonly FlowDefinition[];
  /** The tenant's secrets by name; they go to the secret store only. */
  readonly secrets: Readonly<Record<string, string>>;
}
