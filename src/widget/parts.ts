/**
 * What loads when it is first wanted, and not with the page. A bundler splits at `import()`; of the script-tag build each
 * is a file of its own, see bin/widget-parts.ts.
 */
export const parts = {
  ar: () => import('./texts/ar.ts'),
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  /** Texts with marks, and cards. */
  rich: () => import('./rich/rich.ts'),
} as const;
