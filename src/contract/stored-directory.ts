import * as z from 'zod/mini';
import type { ChannelAccount, Tenant, Widget } from './directory.ts';
import type { FlowDefinition } from './flow.ts';
import { identifier, tenantStatus } from './vocabulary.ts';

/*
 * What the directory's documents are read with. They were held against the strict schemas when they were written;
 * a reader is tolerant instead, since in every deployment (and after every roll-back) two versions of the code read
 * what the newer has written. @see design 6
 */

const flow = z.looseObject({
  id: z.string(),
  version: z.int(),
  start: z.string(),
  steps: z.record(z.string(), z.looseObject({ kind: z.string() })),
});
const looseTenant = z.looseObject({ id: identifier, name: z.string(), status: tenantStatus });
const looseWidget = z.looseObject({ id: identifier, flow: z.string(), allowed_origins: z.array(z.string()) });
const looseAccount = z.looseObject({ id: identifier, channel: z.string(), flow: z.string() });

/** @throws ZodError */
export const readStoredFlow = (document: unknown) => flow.parse(document) as unknown as FlowDefinition;

/** @throws ZodError */
export const readStoredTenant = (document: unknown) => looseTenant.parse(document) as unknown as Tenant;

/** @throws ZodError */
export const readStoredWidget = (document: unknown) => looseWidget.parse(document) as unknown as Widget;

/** @throws ZodError */
export const readStoredAccount = (document: unknown) =>
  looseAccount.parse(document) as unknown as ChannelAccount;
