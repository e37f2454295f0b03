/** An arrow in reading direction; decorative. */
export function ConnectionArrow() {
  return (
    <span aria-hidden="true" className="way-arrow">
      →
    </span>
  );
}
