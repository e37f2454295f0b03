import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { applyPage } from '../support/apply-page.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it("the channel of docs/guides/add-a-channel.md echoes its provider's messages, once and to the right user", async () => {
  const root = await temporaryDirectory();
  for (const part of ['src', 'lib', 'bin', 'test/support', 'examples', 'package.json'])
    cpSync(part, join(root, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const files = applyPage(readFileSync('docs/guides/add-a-channel.md', 'utf8'), root);
  expect(files).toEqual([
    'src/channels/echo/verify.ts',
    'src/channels/echo/channel.ts',
    'src/channels/registry.ts',
    'src/contract/channels.ts',
  ]);
  const { stdout } = await promisify(execFile)(process.execPath, ['test/support/converse-by-echo.ts'], {
    cwd: root,
    // The documents don't know the channel: what it says is none of their recorded exchanges.
    env: { ...process.env, RECORD_EXCHANGES: '' },
  });
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    accepted: [200, 200, 401, 400],
    sent: [
      { key: 'Bearer echo-token', to: 'ada', text: 'welcome' },
      { key: 'Bearer echo-token', to: 'ada', text: 'again' },
      { key: 'Bearer echo-token', to: 'ada', text: 'from the shop' },
    ],
    secrets: ['api_key', 'sending_token'],
    written: 201,
    identities: [{ kind: 'echo', id: 'ada', place: 'echo' }],
  });
}, 60_000);
