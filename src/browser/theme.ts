import {
  type CSSVariablesResolver,
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  mergeMantineTheme,
} from '@mantine/core';

/** Shades that the library requires; the pages' own colors come from `brand.css`. */
const brand: MantineColorsTuple = [
  '#eef4fc',
  '#dbe7f7',
  '#b6cff0',
  '#8ab8f5',
  '#5f97e0',
  '#3a79cf',
  '#1c5db8',
  '#174d99',
  '#123d7a',
  '#0d2e5c',
];

/** Looks and defaults of the component library, once for all pages. */
const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand },
  fontFamily: 'var(--font)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { md: '1.45' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 500 } } },
    // Borders are clearly visible, except where an error colors them.
    Input: {
      vars: (_theme: unknown, props: { readonly error?: unknown }) =>
        props.error ? {} : { wrapper: { '--input-bd': 'var(--control)' } },
    },
    // Optional fields are marked, not required ones. A hint between label and field would separate the two.
    InputWrapper: {
      defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { fontWeight: 500 } },
    },
    /* A dialog focuses its first field: an open list would cover its buttons. */
    Select: { defaultProps: { allowDeselect: false, openOnFocus: false } },
    // The scroll lock is a style element, which the page's policy refuses.
    Modal: { defaultProps: { lockScroll: false, radius: 'md' } },
    ModalRoot: { defaultProps: { lockScroll: false } },
    ModalContent: { defaultProps: { radius: 'md' } },
    Drawer: { defaultProps: { lockScroll: false } },
    DrawerRoot: { defaultProps: { lockScroll: false } },
    Alert: { defaultProps: { variant: 'light' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 500 } },
    },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Menu: { defaultProps: { position: 'bottom-end', shadow: 'md', radius: 'md' } },
  },
});

/**
 * Props of every page's provider: styles are files and the sheet of `applyTheme`, since the pages' policy allows no inline
 * ones.
 */
export const providerProps = {
  theme,
  defaultColorScheme: 'auto',
  withCssVariables: false,
  withGlobalClasses: false,
} as const;

/** The variables of a color in the library's light, outline and text variants. */
function toneOf(name: string, color: string): Readonly<Record<string, string>> {
  const mixed = (percent: number) => `color-mix(in srgb, ${color} ${percent}%, transparent)`;
  return {
    [`--mantine-color-${name}-text`]: color,
    [`--mantine-color-${name}-light`]: mixed(9),
    [`--mantine-color-${name}-light-hover`]: mixed(14),
    [`--mantine-color-${name}-light-color`]: color,
    [`--mantine-color-${name}-outline`]: color,
    [`--mantine-color-${name}-outline-hover`]: mixed(9),
  };
}

const ofBrand: Record<string, string> = {
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-brand-filled': 'var(--accent-fill)',
  '--mantine-color-brand-filled-hover': 'var(--accent-fill-hover)',
  ...toneOf('brand', 'var(--accent)'),
  ...toneOf('blue', 'var(--accent)'),
  ...toneOf('red', 'var(--bad)'),
  '--mantine-color-red-filled': '#b3261e',
  '--mantine-color-red-filled-hover': '#96201a',
  ...toneOf('green', 'var(--good)'),
  ...toneOf('orange', 'var(--warn)'),
  ...toneOf('gray', 'var(--quiet)'),
};

/** The library's dark colors for cards, fields and borders. */
const ofDark: Record<string, string> = {
  '--mantine-color-dark-4': 'var(--line)',
  '--mantine-color-dark-5': 'var(--sunk)',
  '--mantine-color-dark-6': 'var(--surface)',
  '--mantine-color-dark-7': 'var(--surface)',
};

const variablesOf: CSSVariablesResolver = (merged) => {
  const { variables, light, dark } = defaultCssVariablesResolver(merged);
  return { variables, light: { ...light, ...ofBrand }, dark: { ...dark, ...ofBrand, ...ofDark } };
};

/**
 * Gives the page the theme's variables as a constructed style sheet: the library itself would write a style element, which
 * the page's policy refuses.
 */
export function applyTheme(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(convertCssVariables(variablesOf(mergeMantineTheme(DEFAULT_THEME, theme)), ':root'));
  document.adoptedStyleSheets.push(sheet);
}
