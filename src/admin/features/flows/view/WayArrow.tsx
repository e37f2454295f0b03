/** An arrow in reading direction; decorative, the text beside it says the same. */
export function WayArrow() {
  return (
    <span aria-hidden="true" className="way-arrow">
      →
    </span>
  );
}
