import { createRuns } from './create-runs.ts';

/** The function that keeps and counts runs. */
export const handler = createRuns(process.env);
