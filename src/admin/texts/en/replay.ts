/** Conversations of before, played against a draft. */
export const replay = {
  open: 'Replay conversations',
  title: (flow: string) => `Replay: ${flow}`,
  what: 'What was said before is said again to the draft. You see where it answers something else. Nothing is sent to anybody.',
  ids: 'Ids of recorded conversations, one a line',
  idsHint: 'Left empty, the scripted conversations of the draft are played.',
  button: 'Replay',
  back: 'Back to the flow',
  none: 'There is nothing to play: the draft has no scripted conversations. Name recorded ones above.',
  incomplete: 'Not all of it was played: it is too long for one time. Name fewer.',
  verdict: (same: number, all: number) => `${same} of ${all} go as before.`,
  sameSoFar: (turns: number) =>
    `as before in the ${turns === 1 ? 'turn' : `${turns} turns`} that could be played`,
  stoppedAt: (step: string) => `Not played further: what the step ${step} would find is not recorded.`,
  stopped: (count: number) =>
    `${count} could be played in part only: not recorded is what their steps found outside.`,
  recorded: (steps: string) => `Found as recorded: ${steps}`,
  same: 'goes as before',
  differs: 'differs',
  broken: 'could not go on',
  brokenAt: (step: string, why: string) => `At ${step}: ${why}`,
  said: 'Said',
  before: 'Before',
  now: 'Now',
  nothing: 'nothing',
  minutes: (count: string) => `${count} minutes go by`,
  human: 'A human does something',
};
