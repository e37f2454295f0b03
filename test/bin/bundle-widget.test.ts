import { expect, it } from 'vitest';
import { bundleWidget, gzipSize, widgetBudgetBytes } from '../../bin/bundle-widget.ts';

it.each(['iife', 'esm'] as const)(
  'the widget as %s is within its budget, with any language',
  async (format) => {
    const { gzipBytes: own, parts } = await bundleWidget(format);
    const isLanguage = ({ file }: { readonly file: string }) => /^[a-z]{2}[.-]/.test(file);
    const gzipBytes = own + Math.max(...parts.filter(isLanguage).map(({ code }) => gzipSize(code)));
    expect(gzipBytes).toBeGreaterThan(5_000);
    expect(gzipBytes).toBeLessThanOrEqual(widgetBudgetBytes);
  },
);

it('parts loaded on demand are small: a language, files, formatting and cards, invitation and sound', async () => {
  const { parts } = await bundleWidget('iife');
  const heavy = parts.filter(({ file, code }) => gzipSize(code) > (/^[a-z]{2}\./.test(file) ? 1_300 : 7_800));
  expect(heavy.map(({ file, code }) => [file, gzipSize(code)])).toEqual([]);
});

it("the widget holds no code that a page's policy could refuse: nothing is evaluated, no markup is parsed", async () => {
  const { code, parts } = await bundleWidget('iife');
  for (const file of [code, ...parts.map((part) => part.code)])
    expect(file).not.toMatch(/\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
});
