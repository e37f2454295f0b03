import type { MessageTemplate } from '../contract/admin/texts.ts';
import type { SecretRole } from '../contract/channels.ts';
import type { ChannelAccount, Tenant, Widget } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { AccountRef } from './deliveries.ts';

/**
 * The tenants' configuration. A result may be up to a minute old, until a conversation's item shows a newer cache
 * version.
 * @see design 6
 */
export interface Directory {
  findTenant(tenantId: string): Promise<Tenant | null>;
  findWidget(tenantId: string, widgetId: string): Promise<Widget | null>;
  findAccount(tenantId: string, channel: string, accountId: string): Promise<ChannelAccount | null>;
  /** Finds the account of a webhook call's credential. @param credential as `directoryKeys` defines it */
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
  /** Changes when a configuration change of the tenant has been seen; earlier results may be outdated. */
  cacheVersionOf(tenantId: string): string;
  /** Reads the tenant's cache version, once in two seconds at most. @returns whether it is another */
  refresh(tenantId: string): Promise<boolean>;
  /** Whether any widget of any tenant allows one of these origins. For preflights, which name no tenant. */
  allowsAnyOrigin(origins: readonly string[]): Promise<boolean>;
  /** All tenants by their ids, suspended ones too. */
  listTenants(): Promise<readonly Tenant[]>;
}

/** An account with its tenant, which may be suspended, and its secrets: of each role the current, then the previous. */
export interface KnownAccount {
  readonly tenant: Tenant;
  readonly account: ChannelAccount;
  readonly secrets: Readonly<Partial<Record<SecretRole, readonly string[]>>>;
}

/** Finds the account that a webhook call claims to be for. @see design 6 */
export interface ChannelAccounts {
  /** @param credential phone number id, SHA-256 of the key in hex, or user name */
  find(channel: ChannelAccount['channel'], credential: string): Promise<KnownAccount | null>;
  /**
   * Accounts of the first chat app by the business account that they say they belong to.
   * @param businessId null: those that say none
   * @param most how many at most
   */
  findByBusiness(businessId: string | null, most: number): Promise<readonly KnownAccount[]>;
}

/** A tenant's secrets by name; empty when it has none. @see design 6 */
export interface TenantSecrets {
  read(tenantId: string): Promise<Readonly<Record<string, string>>>;
  /** Reads from the store again, after a secret was rejected. */
  reload(tenantId: string): Promise<Readonly<Record<string, string>>>;
}

/** An account's templates as its provider listed them. */
export interface KnownTemplates {
  readonly templates: readonly MessageTemplate[];
  /** Null before the first time. */
  readonly readAtMs: number | null;
  /** A webhook reported a change since. */
  readonly isStale: boolean;
  /** When the provider could not be asked last, and why; null when it could. */
  readonly failed: { readonly atMs: number; readonly reason: string } | null;
}

/** The cached templates of accounts. @see handoff.md 3.5 */
export interface TemplateMemory {
  find(account: AccountRef): Promise<KnownTemplates>;
  keep(account: AccountRef, templates: readonly MessageTemplate[]): Promise<void>;
  noteFailure(account: AccountRef, reason: string): Promise<void>;
  /** Invalidates them: the next reader reloads them. */
  noteStale(account: AccountRef): Promise<void>;
}
