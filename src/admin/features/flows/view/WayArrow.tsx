/** An arrow in reading direction; decorative. */
export function WayArrow() {
  return (
    <span aria-hidden="true" className="way-arrow">
      →
    </span>
  );
}
