import { useEffect, useState } from 'react';
import { type SavedReply, savedRepliesPage } from '../../../../contract/admin/texts.ts';
import { type CannedValues, filled } from '../../../../contract/directory.ts';
import { listPages } from '../../../api/list-pages.ts';
import { useConsole } from '../../../components/console-context.ts';
import type { Insertion } from './TextBox.tsx';

const mostPages = 5;

/** The tenant's saved replies, those in the visitor's language first; filled with what is known of the visitor. */
export function useSavedReplies(language: string | null, values: CannedValues): readonly Insertion[] {
  const { call } = useConsole();
  const [replies, setReplies] = useState<readonly SavedReply[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await listPages(mostPages, (cursor) =>
        call('GET', '/v1/admin/texts', savedRepliesPage, { query: { limit: 100, cursor } }),
      );
      if (!isOver) setReplies(found);
    };
    // Without them one writes by hand.
    void read().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [call]);
  const rank = (reply: SavedReply) => (reply.language === language ? 0 : reply.language === null ? 1 : 2);
  return replies
    .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
    .map(({ id, name, text, language: of }) => ({
      ...{ id, name, text: filled(text, values) },
      hint: of ?? '',
    }));
}
