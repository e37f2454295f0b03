import type { Tabs } from '../browser/tabs.ts';
import type { PollResponse } from '../contract/poll.ts';
import type { WidgetEvents } from './api.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { Identity } from './identity.ts';
import type { Outbox } from './outbox.ts';
import type { Pauses } from './pauses.ts';
import type { Store } from './store.ts';

/** The messages that a tab has read. */
export type Read = Omit<PollResponse, 'after'>;

/** A message between tabs: the store has changed, or messages were read. */
export type TabMessage = { readonly kind: 'changed' } | ({ readonly kind: 'read' } & Read);

export interface ChatParts {
  readonly tenant: string;
  readonly widget: string | undefined;
  readonly client: GatewayClient;
  readonly store: Store;
  /** Storage of this tab only, until it is closed. */
  readonly tab: Store;
  readonly outbox: Outbox;
  readonly identity: Identity;
  readonly pauses: Pauses;
  readonly metadata: () => Record<string, unknown>;
  readonly openTabs: (onMessage: (message: TabMessage) => void) => Tabs<TabMessage>;
  readonly emit: <Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]) => void;
  readonly onChange: () => void;
}
