import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/signing.md', 'utf8');
const chapter = page.slice(page.indexOf('## Verified visitors'));
const codeOf = (language: string) =>
  new RegExp(`(?<=\`\`\`${language}\\n)[\\s\\S]*?(?=\`\`\`)`).exec(chapter)?.[0] ?? '';
const vector = /(?<=```\n)eyJ\S+(?=\n```)/.exec(chapter)?.[0];

const secret = 'a-shared-secret';
const claims = { sub: '42', name: 'Zoë', email: 'zoe@shop.example' };
const madeAtS = 1_767_225_600;

/** What an interpreter prints; null where it is not on this machine. */
function printedBy(command: string, args: readonly string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

describe("the code of docs/signing.md that signs a visitor's token makes the token on the page", () => {
  it('in Node', async () => {
    const { visitorToken } = await import(`data:text/javascript,${encodeURIComponent(codeOf('js'))}`);
    expect(visitorToken(secret, claims, madeAtS)).toBe(vector);
  });

  it('in Python, where it is installed', () => {
    const call = `print(visitor_token(${JSON.stringify(secret)}, ${JSON.stringify(claims)}, ${madeAtS}), end="")`;
    const printed = printedBy('python3', ['-c', `${codeOf('python')}\n${call}`]);
    expect([vector, null]).toContain(printed);
  });

  it('in PHP, where it is installed', () => {
    const code = codeOf('php').replace('<?php', '');
    const given = `json_decode('${JSON.stringify(claims)}', true)`;
    const printed = printedBy('php', [
      '-r',
      `${code} echo visitor_token('${secret}', ${given}, ${madeAtS});`,
    ]);
    expect([vector, null]).toContain(printed);
  });
});
