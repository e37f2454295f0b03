import { useEffect, useState } from 'react';
import { type SavedReply, savedRepliesPage } from '../../../contract/admin/saved-replies.ts';
import { type CannedValues, filled } from '../../../contract/canned.ts';
import { useConsole } from '../../app/console-context.ts';
import type { Insertion } from './TextBox.tsx';

const mostPages = 5;

/** The tenant's saved replies, those in the visitor's language first; filled with what is known of the visitor. */
export function useSavedReplies(language: string | null, values: CannedValues): readonly Insertion[] {
  const { call } = useConsole();
  const [replies, setReplies] = useState<readonly SavedReply[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found: SavedReply[] = [];
      let cursor: string | null = null;
      for (let n = 0; n < mostPages; n += 1) {
        const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const { body } = await call(`/texts?limit=100${next}`, savedRepliesPage);
        found.push(...body.items);
        cursor = body.cursor;
        if (cursor === null) break;
      }
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
