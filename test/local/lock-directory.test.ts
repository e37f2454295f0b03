import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockDirectory } from '../../src/local/aws/aws-services.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it.each(['new', 'there already'])('a directory of data that is %s is for its owner only', async (what) => {
  const directory = join(await temporaryDirectory(), 'data');
  if (what !== 'new') mkdirSync(directory, { mode: 0o755 });
  const lock = lockDirectory(directory);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  await lock.stop();
});
