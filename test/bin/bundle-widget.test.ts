import { expect, it } from 'vitest';
import { bundleWidget, widgetBudgetBytes } from '../../bin/bundle-widget.ts';

it.each(['iife', 'esm'] as const)('the widget as %s is within its budget', async (format) => {
  const { gzipBytes } = await bundleWidget(format);
  expect(gzipBytes).toBeGreaterThan(5_000);
  expect(gzipBytes).toBeLessThanOrEqual(widgetBudgetBytes);
});

it('the widget holds no code that a page could refuse: nothing is evaluated, no markup is parsed', async () => {
  const { code } = await bundleWidget('iife');
  expect(code).not.toMatch(/\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write/);
});
