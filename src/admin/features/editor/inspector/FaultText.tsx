/** The problem of a field. */
export function FaultText({ fault }: { readonly fault: string }) {
  return (
    <span dir="auto" className="field-fault">
      ✕ {fault}
    </span>
  );
}
