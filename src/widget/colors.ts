/** WCAG 2.2 AA for text. */
export const wantedContrast = 4.5;
const white = '#ffffff';
const black = '#000000';

/** The surfaces that text in the widget's colour is written on. */
export const surfaces = { light: white, dark: '#17191f' } as const;
/** The bot's bubbles, which may contain links: with less contrast to the surface. */
export const bubbles = { light: '#f1f3f7', dark: '#252932' } as const;

/** Colours made from the widget's own that can be read. */
export interface Palette {
  readonly brand: string;
  readonly onBrand: string;
  readonly accentOnLight: string;
  readonly accentOnDark: string;
}

/** Derives readable colours from any `#rrggbb`. @see WCAG 2.2, 1.4.3 */
export function paletteOf(brand: string): Palette {
  return {
    brand,
    onBrand: contrast(brand, white) >= wantedContrast ? white : black,
    accentOnLight: readable(brand, bubbles.light, black),
    accentOnDark: readable(brand, bubbles.dark, white),
  };
}

/** Contrast ratio of two colours, 1 to 21. @see WCAG 2.2 "contrast ratio" */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the colour, moved as little as needed towards `towards`. */
function readable(color: string, surface: string, towards: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, towards, share);
    if (contrast(mixed, surface) >= wantedContrast) return mixed;
  }
  return towards;
}

function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((value, n) => Math.round(value + ((target[n] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
