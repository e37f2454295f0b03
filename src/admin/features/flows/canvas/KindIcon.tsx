/** Drawn on 24 by 24, by kind of step. */
const paths: Readonly<Record<string, string>> = {
  message: 'M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12.5h5',
  question: 'M4 5h16v11H10l-5 4v-4H4zM10 8.5a2 2 0 1 1 2.5 2l-.5.8M12 13.5v.1',
  set: 'M5 9h6M5 15h6M15 7l4 5-4 5',
  branch: 'M4 12h5l5-6h6M9 12l5 6h6M17 3l3 3-3 3M17 15l3 3-3 3',
  http: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  llm: 'M12 4l1.8 5.2L19 11l-5.2 1.8L12 18l-1.8-5.2L5 11l5.2-1.8zM19 16v4M17 18h4',
  handoff: 'M5 14v-2a7 7 0 0 1 14 0v2M5 13h3v5H5zM16 13h3v5h-3zM18 18c0 2-2 3-5 3',
  wait: 'M7 3h10M7 21h10M8 3c0 5 8 5 8 9s-8 4-8 9M16 3c0 5-8 5-8 9s8 4 8 9',
  call: 'M4 4h7v5H4zM13 15h7v5h-7zM7.5 9v8.5H13',
  end: 'M6 21V4h12l-3 4 3 4H6',
};

/** Stands beside the kind's name, and says nothing of its own. */
export function KindIcon({ kind }: { readonly kind: string }) {
  return (
    <svg className="kind-icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={paths[kind] ?? 'M4 4h16v16H4z'} />
    </svg>
  );
}
