import { useMemo, useRef } from 'react';

/** The list with each entry the very object that it was, where nothing of it has changed: only others are drawn anew. */
export function useSame<One extends { readonly id: string }>(list: readonly One[]): One[] {
  const kept = useRef<ReadonlyMap<string, { readonly one: One; readonly text: string }>>(new Map());
  return useMemo(() => {
    const next = new Map(
      list.map((one) => {
        const text = JSON.stringify(one);
        const before = kept.current.get(one.id);
        return [one.id, before?.text === text ? before : { one, text }];
      }),
    );
    kept.current = next;
    return [...next.values()].map(({ one }) => one);
  }, [list]);
}
