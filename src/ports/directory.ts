import type { ChannelAccount, Tenant, Widget } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';

/** What tenants have configured. Every look-up may be up to a minute old, until a conversation's read has shown another stamp. @see design 6 */
export interface Directory {
  findTenant(tenantId: string): Promise<Tenant | null>;
  findWidget(tenantId: string, widgetId: string): Promise<Widget | null>;
  findAccount(tenantId: string, channel: string, accountId: string): Promise<ChannelAccount | null>;
  /** The account that a webhook call shows the credential of. @param credential as `directoryKeys` tells */
  findAccountByCredential(
    channel: ChannelAccount['channel'],
    credential: string,
  ): Promise<{ readonly tenantId: string; readonly account: ChannelAccount } | null>;
  /** Accounts of the first chat app that name a business account, or, for null, none. */
  findAccountsByBusiness(
    businessId: string | null,
    most: number,
  ): Promise<readonly { readonly tenantId: string; readonly account: ChannelAccount }[]>;
  /** The version named, or the one that a new conversation of this id gets. */
  findFlow(
    tenantId: string,
    flowId: string,
    which: { readonly version?: number | undefined; readonly conversationId: string },
  ): Promise<FlowDefinition | null>;
  /** Another after a change of the tenant's configuration has been seen; look-ups before it may have been of before. */
  stampOf(tenantId: string): string;
  /** Asks for the tenant's stamp, once in two seconds at most. @returns whether it is another */
  lookAgain(tenantId: string): Promise<boolean>;
  /** Whether any widget of any tenant allows one of these origins: for preflights, which name no tenant. */
  allowsAnyOrigin(origins: readonly string[]): Promise<boolean>;
  /** All tenants by their ids, suspended ones too. */
  listTenants(): Promise<readonly Tenant[]>;
}
