import type { CallOptions, JsonClient } from './json-client.ts';
import type { Command } from './service.ts';

interface Page {
  readonly LastEvaluatedKey?: object;
}

/** The pages of a query or scan, one after the other, as the SDK's paginators read them. */
export function paginate(Operation: new (input: object) => Command) {
  return async function* pages(
    { client, pageSize, startingToken }: PageSettings,
    input: object,
    options: CallOptions = {},
  ): AsyncGenerator<object, undefined> {
    let start = startingToken;
    do {
      const page: Page = await client.send(
        new Operation({
          ...input,
          ...(start && { ExclusiveStartKey: start }),
          ...(pageSize && { Limit: pageSize }),
        }),
        options,
      );
      yield page;
      start = page.LastEvaluatedKey;
    } while (start);
    return undefined;
  };
}

interface PageSettings {
  readonly client: JsonClient;
  readonly pageSize?: number;
  readonly startingToken?: object;
}
