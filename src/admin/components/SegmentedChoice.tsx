import { SegmentedControl } from '@mantine/core';

interface Props<Id extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Id, string>>;
  /** Single keys that choose. */
  readonly keys?: Readonly<Partial<Record<Id, string>>>;
  /** None where what holds is not among them. */
  readonly chosen: Id | null;
  readonly onChoose: (id: Id) => void;
}

/** One of a few, side by side. */
export function SegmentedChoice<Id extends string>({ label, names, keys, chosen, onChoose }: Props<Id>) {
  return (
    <SegmentedControl
      size="xs"
      className="segments"
      aria-label={label}
      value={chosen ?? ''}
      onChange={(id) => onChoose(id as Id)}
      data={(Object.keys(names) as Id[]).map((value) => ({
        value,
        label: <span aria-keyshortcuts={keys?.[value]}>{names[value]}</span>,
      }))}
    />
  );
}
