import type * as z from 'zod/mini';
import type { Actor } from '../admin/lists.ts';
import type { handoffOwner } from '../events.ts';

/** The subject of all examples: Acme, a shop, and a visitor who asks about an order. */
export const shop = {
  tenantId: 'acme',
  conversationId: '01KAP6W2K4Z8Q5X0T7N3V9B1CD',
  sessionId: '0b0e7d5e-5e0e-4c6c-9a53-6b1f4f6f1c11',
  visitorId: '42',
  flow: { id: 'support', version: 7, stepId: 'order' },
  /** The message IDs, in order. */
  messageIds: [
    '01KAP6W2K5A1B2C3D4E5F6G7H8',
    '01KAP6W2KYJ9K8M7N6P5Q4R3S2',
    '01KAP6X31MT2V3W4X5Y6Z7A8B9',
    '01KAP6X7D0C1D2E3F4G5H6J7K8',
  ],
  handoffId: '01KAP6X3200F1G2H3J4K5M6N7P',
  fileId: '6fXnQ2rT8vLpZ0aB',
  correlationId: '5f0c9a4e-7a53-4d2b-9a43-1de0b6a1f6c2',
  beganAt: '2026-11-18T09:30:00.000Z',
  answeredAt: '2026-11-18T09:30:00.412Z',
  handedOverAt: '2026-11-18T09:31:20.000Z',
  takenAt: '2026-11-18T09:31:52.000Z',
  changedAt: '2026-11-17T14:05:00.000Z',
} as const;

/** An admin of the shop. */
export const admin = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  email: 'admin@acme.example',
} satisfies Actor;

/** Who changed something, and when. */
export const change = { by: admin, at: shop.changedAt };

/** The agent. */
export const maria = {
  kind: 'user',
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  name: 'Maria',
} satisfies z.infer<typeof handoffOwner>;

/** The last page of a list. */
export const onePage = <Item>(...items: readonly Item[]) => ({ items: [...items], cursor: null });

/** Returns a schema with an example of it. */
export const example = <Schema extends z.ZodMiniType>(
  schema: Schema,
  value: z.infer<Schema>,
): readonly [z.ZodMiniType, unknown] => [schema, value];
