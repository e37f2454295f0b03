/** Where a way leads, in the direction in which the page is read; said by the words beside it. */
export function WayArrow() {
  return (
    <span aria-hidden="true" className="way-arrow">
      →
    </span>
  );
}
