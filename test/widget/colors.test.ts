import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bubbles, contrast, paletteOf, surfaces } from '../../src/widget/colors.ts';

it('text in, and on, any color can be read', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (brand) => {
      const { onBrand, accentOnLight, accentOnDark } = paletteOf(brand);
      expect(contrast(brand, onBrand)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [surfaces.light, bubbles.light])
        expect(contrast(accentOnLight, ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [surfaces.dark, bubbles.dark])
        expect(contrast(accentOnDark, ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s and %s is %d', (a, b, ratio) => {
  expect(contrast(a, b)).toBeCloseTo(ratio, 2);
});
