export { fitInput } from './answer-input.ts';
export { dressWithin } from './within.ts';
