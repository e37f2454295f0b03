import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

/** Parts of a page of which one is shown; arrows go from one to the next. @see WAI-ARIA "Tabs" */
export function Tabs<Id extends string>({
  label,
  names,
  chosen,
  onChoose,
  children,
}: {
  readonly label: string;
  readonly names: Readonly<Record<Id, string>>;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const ids = Object.keys(names) as Id[];
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const step = { [forward]: 1, [backward]: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (ids.indexOf(chosen) + step + ids.length) % ids.length;
    onChoose(ids[at] ?? chosen);
    list.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="tabs" onKeyDown={onKeyDown}>
        {ids.map((one) => (
          <button
            key={one}
            id={`${id}-${one}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={one === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={one === chosen ? 0 : -1}
            onClick={() => onChoose(one)}
          >
            {names[one]}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
