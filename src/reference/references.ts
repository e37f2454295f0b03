import type { Route } from '../contract/routes.ts';
import type { OperationReference } from './operation-reference.ts';
import { flows } from './operations/flows.ts';
import { handoffs } from './operations/handoffs.ts';
import { peopleAndTenants } from './operations/people-and-tenants.ts';
import { reports } from './operations/reports.ts';
import { service, serviceKeys } from './operations/service.ts';
import { webChat } from './operations/web-chat.ts';
import { webhooks } from './operations/webhooks.ts';
import { widgetsAndChannels } from './operations/widgets-and-channels.ts';

/** A browser's question whether it may ask is no operation of a client's. */
export type Described = Exclude<Route['operation'], `${string}preflight`>;

export const areas = {
  'Web chat': webChat,
  Webhooks: webhooks,
  Flows: flows,
  'Widgets and channels': widgetsAndChannels,
  'People, tenants, audit': peopleAndTenants,
  Handoffs: handoffs,
  'Conversations and reports': reports,
  'Systems with a service key': service,
  'Service keys': serviceKeys,
} as const;

/** Each operation of the table of routes has its entry. */
export const references: Readonly<Record<Described, OperationReference>> = {
  ...webChat,
  ...webhooks,
  ...flows,
  ...widgetsAndChannels,
  ...peopleAndTenants,
  ...handoffs,
  ...reports,
  ...service,
  ...serviceKeys,
};

export const areaOf = (operation: string) =>
  Object.entries(areas).find(([, operations]) => operation in operations)?.[0] ?? '';
