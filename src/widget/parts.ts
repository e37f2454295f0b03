/**
 * Parts loaded on first use. A bundler splits at `import()`; the script-tag build has a file for each, see
 * bin/bundle-widget.ts.
 */
export const parts = {
  ar: () => import('./texts/ar.ts'),
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  it: () => import('./texts/it.ts'),
  ja: () => import('./texts/ja.ts'),
  nl: () => import('./texts/nl.ts'),
  pl: () => import('./texts/pl.ts'),
  pt: () => import('./texts/pt.ts'),
  tr: () => import('./texts/tr.ts'),
  zh: () => import('./texts/zh.ts'),
  /** The window's styles. */
  window: () => import('./window/window.ts'),
  /** The menu, and what it leads to: a question, and the list of the conversations that were left. */
  menu: () => import('./menu/menu.ts'),
  /** Keyboards and pickers, and the widget as a part of a page. */
  aside: () => import('./aside/aside.ts'),
  /** Proactive message, sound, unread count in the title, phones and tablets, and messages for developers. */
  page: () => import('./page/page.ts'),
  /** The team, its hours and reply time, the agent, and the place in line. */
  team: () => import('./team/team.ts'),
  /** The visitor's email address, and links in emails. */
  mail: () => import('./mail/mail.ts'),
  /** Emoji to pick. */
  emoji: () => import('./emoji/emoji.ts'),
  /** Answers to questions that measure something, as faces or a scale. */
  rating: () => import('./rating/rating.ts'),
  /** Files that visitors send. */
  files: () => import('./files/files.ts'),
  /** Texts with marks, cards and attachments. */
  rich: () => import('./rich/rich.ts'),
} as const;
