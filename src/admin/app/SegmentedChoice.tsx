/** One of a few, side by side; each a button that says whether it is the one. */
export function SegmentedChoice<Id extends string>({
  label,
  names,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly names: Readonly<Record<Id, string>>;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form.
    <div role="group" aria-label={label} className="segments">
      {(Object.keys(names) as Id[]).map((id) => (
        <button
          key={id}
          type="button"
          className="segment"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {names[id]}
        </button>
      ))}
    </div>
  );
}
