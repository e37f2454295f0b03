export { countInTitle } from './count-in-title.ts';
export { explainRefusal } from './explain-refusal.ts';
export { invite } from './invite.ts';
export { openOnPhone } from './on-a-phone.ts';
export { playTone } from './play-tone.ts';
