import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generate } from '../../bin/generate.ts';

it('the client and the schemas are generated when they are missing, and not while they are current', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  const schema = join(folder, 'docs/schemas/channel.json');

  await generate(folder);
  const client = readFileSync(join(folder, 'src/client/generated/api.ts'), 'utf8');
  expect(client).toContain('export interface paths {');
  expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({ title: 'A channel account' });

  rmSync(schema);
  await generate(folder);
  expect(existsSync(schema)).toBe(false);
});
