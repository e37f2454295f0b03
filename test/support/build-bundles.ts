import { environmentFiles } from '../../bin/environment-files.ts';

/** Builds the functions' bundles before the workers ask for them: each would build its own. */
export async function setup(): Promise<void> {
  await environmentFiles();
}
