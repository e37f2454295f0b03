import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What a browser may deny, and the one file that asks the console's browser for it. */
const asked: Readonly<Record<string, readonly string[]>> = {
  '\\blocalStorage\\b|\\bsessionStorage\\b': [],
  'new BroadcastChannel|navigator\\.locks': [],
  'crypto\\.randomUUID': [],
  indexedDB: ['src/admin/components/unsaved-work.ts'],
  'clipboard\\.writeText': ['src/admin/components/CopyLine.tsx'],
  'clipboard\\.readText': ['src/admin/features/editor/store/commands.ts'],
  '\\bNotification\\.|new Notification': ['src/admin/features/inbox/alerts/notifications.ts'],
  'new AudioContext': ['src/admin/features/inbox/alerts/chime.ts'],
  'isComposing\\b': ['src/admin/start.ts'],
};

const sources = readdirSync('src/admin', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => `src/admin/${file}`);

it.each(Object.entries(asked))(
  'the console uses %s only in the one module that handles a refusal',
  (pattern, files) => {
    const found = sources.filter((file) => new RegExp(pattern).test(codeOf(file)));
    expect(found).toEqual(files);
  },
);

const codeOf = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
