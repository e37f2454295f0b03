import { expect, it } from 'vitest';
import { inbox as inboxAr } from '../../src/admin/texts/ar/inbox.ts';
import { ar } from '../../src/admin/texts/ar.ts';
import { inbox as inboxDe } from '../../src/admin/texts/de/inbox.ts';
import { de } from '../../src/admin/texts/de.ts';
import { inbox as inboxEn } from '../../src/admin/texts/en/inbox.ts';
import { en } from '../../src/admin/texts/en.ts';
import { inbox as inboxFr } from '../../src/admin/texts/fr/inbox.ts';
import { fr } from '../../src/admin/texts/fr.ts';
import { pseudoOf } from '../../src/admin/texts/pseudo.ts';

/** Numbers that no text holds of itself. */
const given = [4001, 4002, 4003, 4004, 4005];

/** Every text by where it stands; those that are made of something, made of numbers. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(...given))]];
  return Object.entries(Object(value)).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
}

const english = textsIn({ ...en, inbox: inboxEn });
const isSentence = (text: string) =>
  text
    .replace(/[^\p{L}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean).length > 2;

it.each([
  ['German', { ...de, inbox: inboxDe }],
  ['French', { ...fr, inbox: inboxFr }],
  ['Arabic', { ...ar, inbox: inboxAr }],
])('no sentence is English still in %s, and each says what it is given', (_, texts) => {
  const translated = new Map(textsIn(texts));
  const left = english.filter(([path, text]) => isSentence(text) && translated.get(path) === text);
  expect(left).toEqual([]);
  const said = (text = '') => given.filter((one) => text.includes(String(one)));
  const lost = english.filter(([path, text]) => said(text).join() !== said(translated.get(path)).join());
  expect(lost).toEqual([]);
});

it('the pseudo-locale marks every text, and keeps what it is given', () => {
  expect(new Map(textsIn(pseudoOf({ ...en, inbox: inboxEn }))).size).toBe(english.length);
  for (const [path, text] of textsIn(pseudoOf({ ...en, inbox: inboxEn }))) {
    expect([path, text]).toEqual([path, expect.stringMatching(/^⟦.*⟧$/su)]);
    expect(text.length).toBeGreaterThan((new Map(english).get(path) ?? '').length);
  }
});
