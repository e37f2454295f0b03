import { eventSource } from '../../../src/contract/events.ts';
import type { BusEvent } from '../../../src/local/aws/read-put-events.ts';
import { asyncApiDocument } from '../../../src/reference/asyncapi.ts';
import { Schemas } from './create-checker.ts';

const document = asyncApiDocument('0.0.0');
const payloads = new Map(
  Object.entries(document.components.messages).map(([key, { name }]): readonly [string, string] => [
    name,
    `/components/messages/${key}/payload`,
  ]),
);
let schemas: Schemas | undefined;

/** In what an event of the gateway's is other than the document of the bus says: what it does not name must not be there. */
export function eventBreaches({ source, 'detail-type': type, detail }: BusEvent): readonly string[] {
  if (source !== eventSource) return [];
  const pointer = payloads.get(type);
  if (pointer === undefined) return [`the event ${type} is not described`];
  schemas ??= new Schemas(document, false);
  return schemas.breaches(pointer, detail).map((breach) => `the event ${type}: ${breach}`);
}
