/** Something wrong with a definition: where, as keys joined by dots, and what. */
export type { Fault as FlowFault } from '../../contract/in-words.ts';
