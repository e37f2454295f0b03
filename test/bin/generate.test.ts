import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generate } from '../../bin/generate.ts';

it('the client and the schemas are generated once, and again only when they are older than a source', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  const client = join(folder, 'src/client/generated/api.ts');
  const schema = join(folder, 'docs/schemas/channel.json');

  await generate(folder);
  expect(readFileSync(client, 'utf8')).toContain('export interface paths {');
  expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({ title: 'A channel account' });

  rmSync(schema);
  await generate(folder);
  expect(existsSync(schema)).toBe(false);

  utimesSync(client, 0, 0);
  await generate(folder);
  expect(existsSync(schema)).toBe(true);
});
