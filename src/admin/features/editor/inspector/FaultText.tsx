/** What is wrong, in the engine's words, which are English. */
export function FaultText({ fault }: { readonly fault: string }) {
  return (
    <span lang="en" dir="ltr" className="field-fault">
      ✕ {fault}
    </span>
  );
}
