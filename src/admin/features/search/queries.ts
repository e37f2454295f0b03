import { useDebouncedValue } from '@mantine/hooks';
import { searchPage } from '../../../contract/admin/conversations.ts';
import { searchLimits } from '../../../contract/limits.ts';
import { pages } from '../../api/queries.ts';

const pauseMs = 250;
const leastChars = 2;
/** One of these characters is a word. */
const dense = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** What is searched for once typing pauses; `isShort` while there is no word to search for. */
export function useSearchedText(text: string): { readonly q: string; readonly isShort: boolean } {
  const [q] = useDebouncedValue(text.trim().slice(0, searchLimits.queryChars), pauseMs);
  const chars = q.match(/[\p{L}\p{N}]/gu) ?? [];
  return { q, isShort: chars.length < leastChars && !dense.test(q) };
}

/** Conversations with these words. */
export const foundQuery = (q: string) =>
  pages(
    ({ pages: all }) => ({ items: all.flatMap(({ items }) => items), since: all[0]?.since ?? null }),
    '/v1/admin/search',
    searchPage,
    { query: { q } },
  );
