export { countInTitle } from './count-in-title.ts';
export { explainRefusal } from './explain-refusal.ts';
export { invite } from './invite.ts';
export { playTone } from './play-tone.ts';
