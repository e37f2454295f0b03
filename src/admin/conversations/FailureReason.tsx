import { useInboxTexts } from '../texts/inbox-texts.ts';

/** Why a message was not delivered, in words; a reason that has none here is shown as the trace names it. */
export function FailureReason({ reason }: { readonly reason: string }) {
  const known: Readonly<Partial<Record<string, string>>> = useInboxTexts().delivery.reasons;
  const words = known[reason];
  return words === undefined ? <bdi lang="en">{reason}</bdi> : <span>{words}</span>;
}
