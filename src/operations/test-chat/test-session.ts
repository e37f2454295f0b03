import type { FlowDefinition } from '../../contract/flow.ts';
import type { LogMessage } from '../../contract/poll.ts';
import type { Simulation } from '../../engine/rehearse.ts';
import type { SampleAnswers } from '../../engine/sample-answers.ts';

/** A turn that was answered: a repeat of its request gets the same. */
export interface TestTurn {
  readonly key: string | null;
  readonly fingerprint: string;
  /** Index of its messages in the log: from and up to. */
  readonly from: number;
  readonly to: number;
}

/** A chat with a draft: all that is kept of it. */
export interface TestSession {
  readonly linkId: string;
  /** The hash of the widget's session: only its holder can read and write. */
  readonly sessionHash: string;
  /** The draft when the chat began; null if it has problems. */
  readonly tried: TriedFlow | null;
  readonly standing: Simulation | null;
  readonly log: readonly LogMessage[];
  readonly turns: readonly TestTurn[];
}

/** A draft, the flows that it calls, and who answers from outside. */
export interface TriedFlow {
  readonly flow: FlowDefinition;
  readonly others: readonly FlowDefinition[];
  readonly samples: SampleAnswers;
  readonly isReal: boolean;
}
