/** What is filled in when it is said, set apart from what is written. */
export function WithChips({ text }: { readonly text: string }) {
  return text.split(/(\{\{.*?\}\})/).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
      <span key={n} className="node-chip">
        {part.slice(2, -2).trim()}
      </span>
    ),
  );
}
