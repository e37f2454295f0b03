export { showHours } from './hours-line.ts';
