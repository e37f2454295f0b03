/** Before what says how something is counted. */
export function InfoMark() {
  return (
    <span className="info-mark" aria-hidden="true">
      i
    </span>
  );
}
