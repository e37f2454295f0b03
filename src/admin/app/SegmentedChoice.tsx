/** One of a few, side by side; each a button that says whether it is the one. */
export function SegmentedChoice<Id extends string>({
  label,
  names,
  keys,
  chosen,
  onChoose,
  areLanguages = false,
}: {
  readonly label: string;
  readonly names: Readonly<Record<Id, string>>;
  /** Single keys that choose. */
  readonly keys?: Readonly<Partial<Record<Id, string>>>;
  /** None where what holds is not among them. */
  readonly chosen: Id | null;
  readonly onChoose: (id: Id) => void;
  /** Whether each name is in the language that its id names. */
  readonly areLanguages?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent with a form.
    <div role="group" aria-label={label} className="segments">
      {(Object.keys(names) as Id[]).map((id) => (
        <button
          key={id}
          type="button"
          className="segment"
          lang={areLanguages ? id : undefined}
          aria-pressed={id === chosen}
          aria-keyshortcuts={keys?.[id]}
          onClick={() => onChoose(id)}
        >
          {names[id]}
        </button>
      ))}
    </div>
  );
}
