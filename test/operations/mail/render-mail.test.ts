import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mailTexts, mailTextsIn } from '../../../src/operations/mail/mail-texts.ts';
import { mailBrand, renderMail } from '../../../src/operations/mail/render-mail.ts';
import { languages } from '../../../src/widget/pick-language.ts';

describe('an email', () => {
  it("has the product's colors", () => {
    const css = readFileSync('src/browser/brand.css', 'utf8');
    const { font: _, accentFill, onAccent, ...pairs } = mailBrand;
    for (const [name, [light, dark]] of Object.entries(pairs))
      expect(css).toContain(`--${name}: light-dark(${light}, ${dark});`);
    expect(css).toContain(`--accent-fill: ${accentFill};`);
    expect(css).toContain(`--on-accent: ${onAccent};`);
  });

  it('is written in every language of the widget, with the same placeholders', () => {
    expect(Object.keys(mailTexts).sort()).toEqual([...languages].sort());
    const placeholders = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? [];
    for (const texts of Object.values(mailTexts))
      for (const [name, text] of Object.entries(texts)) {
        const english: unknown = Reflect.get(mailTexts.en ?? {}, name);
        expect(placeholders(text)).toEqual(placeholders(String(english)));
      }
  });

  it('is in English for any other language, however it is called', () => {
    for (const tag of ['', 'xx', 'constructor', '__proto__'])
      expect(mailTextsIn(tag)).toEqual({ texts: mailTexts.en, language: 'en', direction: 'ltr' });
  });

  it('shows what visitors wrote as text, never as markup', () => {
    const { html, text } = renderMail({
      ...{ language: 'ar', direction: 'rtl', subject: '<i>', paragraphs: ['a & b'], notes: ['"n"'] },
      lines: [{ who: "<b>O'Neil</b>", at: '12:00', text: '<script>\n👍' }],
      unsubscribe: { label: 'Stop', url: 'https://api.example/v1/mail?token="x' },
    });
    expect(html).toContain('dir="rtl"');
    // A Latin name must not turn the date behind it around.
    expect(html).toMatch(/<bdi>&lt;b&gt;O.*<bdi[^>]* dir="rtl"[^>]*>12:00<\/bdi>/);
    expect(html).not.toMatch(/<script|<b>O|<i>|token="x/);
    expect(html).toContain('&lt;script&gt;<br>👍');
    expect(text).toContain("<b>O'Neil</b>, 12:00\n<script>\n👍");
  });
});
