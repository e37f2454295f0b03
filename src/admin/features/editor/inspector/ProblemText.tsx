/** The problem of a field. */
export function ProblemText({ fault }: { readonly fault: string }) {
  return (
    <span dir="auto" className="field-fault">
      ✕ {fault}
    </span>
  );
}
