import { eventSource } from '../../../src/contract/vocabulary.ts';
import type { BusEvent } from '../../../src/local/aws/event-bus.ts';
import { asyncApiDocument } from '../../../src/reference/asyncapi.ts';
import { Schemas } from './create-checker.ts';
import { recordEvent } from './record.ts';

/** As much of an AsyncAPI document as the checks look at. */
export interface AsyncApi {
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly name: string; readonly payload: object }>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

let checker: ReturnType<typeof createEventChecker> | undefined;

/** In what an event of the gateway's is other than the document of the bus says. */
export function eventBreaches(event: BusEvent): readonly string[] {
  if (event.source !== eventSource) return [];
  recordEvent(event);
  checker ??= createEventChecker(asyncApiDocument('0.0.0'));
  return checker(event);
}

/** What checks events against a document as strictly as can be: what it does not name must not be there. */
export function createEventChecker(document: AsyncApi): (event: BusEvent) => readonly string[] {
  const schemas = new Schemas(document, false);
  const payloads = new Map(
    Object.entries(document.components.messages).map(([key, { name }]) => [
      name,
      `/components/messages/${key}/payload`,
    ]),
  );
  return ({ 'detail-type': type, detail }) => {
    const pointer = payloads.get(type);
    if (pointer === undefined) return [`the event ${type} is not described`];
    return schemas.breaches(pointer, detail).map((breach) => `the event ${type}: ${breach}`);
  };
}
