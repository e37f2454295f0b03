import { useState } from 'react';
import { type Pick, PickDialog } from '../../../components/PickDialog.tsx';

const shownMost = 60;

/** One of those that are known, found by its name and by what is said of it. */
export function PickList({
  picks,
  ...dialog
}: {
  readonly title: string;
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase();
  const found = picks
    .filter(({ name, about }) => `${name} ${about}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => rankOf(a.name, wanted) - rankOf(b.name, wanted))
    .slice(0, shownMost);
  return <PickDialog {...dialog} {...{ text, found }} onText={setText} />;
}

/** What is called so comes before what is only said to be. */
function rankOf(name: string, wanted: string): number {
  const at = name.toLocaleLowerCase().indexOf(wanted);
  return at < 0 ? 2 : Math.min(at, 1);
}
