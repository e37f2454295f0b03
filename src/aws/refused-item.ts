import type { Refused, RefusedTimes } from '../domain/refused.ts';
import type { Item } from './keyed-table.ts';

/** Of a tenant's day. */
export const refusedKey = (tenantId: string, date: string) => `${tenantId}#refused#${date}`;

/** What an item has counted: `{"origin_not_allowed https://shop.example": [12, 3]}`, written by the gateway alone. */
export const refusedOf = (item: Item | null): Refused =>
  new Map(Object.entries((item?.refused ?? {}) as Readonly<Record<string, RefusedTimes>>));
