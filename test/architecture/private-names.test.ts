import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import allowed from './private-names.json' with { type: 'json' };

/** Words of ours for which the field has its own: agent, handoff, inbox, timeout, problem, fix, job, revision … */
const words = new Set([
  ...['anew', 'appointment', 'appointments', 'board', 'chore', 'chores', 'colleague', 'colleagues', 'desk'],
  ...['doings', 'fault', 'faults', 'heed', 'human', 'humans', 'impatience', 'impatient', 'letter', 'letters'],
  ...['mend', 'mended', 'patience', 'patient', 'road', 'roads', 'said', 'saying', 'seat', 'seats', 'spoken'],
  ...['stamp', 'stamps', 'talk', 'tell', 'told', 'whom', 'whose'],
]);

/** Returns the names in a source file, without comments, strings and the text of templates. */
function namesIn(source: string): readonly string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (template) => [...template.matchAll(/\$\{([^{}]*)\}/g)].join(' '));
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

const filesOf: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(allowed.in));

/** A dead letter is the field's word. */
const isPrivate = (name: string) =>
  (name.replaceAll(/dead_?letters?/gi, '').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).some((word) =>
    words.has(word.toLowerCase()),
  );

it('code has no private names but those on the wire and in stored items, where they stand', () => {
  const found = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('/generated/'))
    .flatMap((file) =>
      namesIn(readFileSync(file, 'utf8'))
        .filter(
          (name) => isPrivate(name) && !allowed.anywhere.includes(name) && !filesOf.get(name)?.includes(file),
        )
        .map((name) => `${file}: ${name}`),
    );
  expect([...new Set(found)]).toEqual([]);
});
