import type { Page } from '../../contract/admin/lists.ts';
import type { Answered } from './api.ts';

/** The items of a list, page by page as far as they are wanted. @throws ApiError */
export async function listPages<Item>(
  mostPages: number,
  ask: (cursor: string | undefined) => Promise<Answered<Page<Item>>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let n = 0; n < mostPages; n += 1) {
    const { body } = await ask(cursor);
    items.push(...body.items);
    if (body.cursor === null) break;
    cursor = body.cursor;
  }
  return items;
}
