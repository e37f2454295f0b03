import { escapeHtml } from '../../domain/escape-html.ts';

/** The colors of the product, as `src/browser/brand.css` has them; a test compares the two. */
export const mailBrand = {
  ground: ['#f5f6f8', '#17181b'],
  surface: ['#ffffff', '#1f2124'],
  text: ['#1b1f24', '#e6e8eb'],
  quiet: ['#4f565f', '#b0b6be'],
  line: ['#dfe2e7', '#383b41'],
  accentFill: '#1c5db8',
  onAccent: '#ffffff',
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
} as const;

/** A link as a button. */
export interface MailLinkButton {
  readonly label: string;
  readonly url: string;
}

/** The parts of an email. */
export interface MailContent {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: MailLinkButton;
  /** Small, below the button. */
  readonly notes: readonly string[];
  /** A conversation, line by line. */
  readonly lines?: readonly { readonly who: string; readonly at: string; readonly text: string }[];
  readonly unsubscribe: MailLinkButton;
}

/** Writes an email as plain text and as HTML. */
export function renderMail(content: MailContent): { readonly text: string; readonly html: string } {
  return { text: plainText(content), html: htmlOf(content) };
}

function plainText({ paragraphs, button, notes, lines = [], unsubscribe }: MailContent): string {
  return [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(lines.length > 0 ? [lines.map(({ who, at, text }) => `${who}, ${at}\n${text}`).join('\n\n')] : []),
    ...notes,
    `${unsubscribe.label}: ${unsubscribe.url}`,
  ].join('\n\n');
}

const dark = Object.entries(mailBrand).flatMap(([name, value]) =>
  Array.isArray(value) ? [[name, value[1]]] : [],
);

/** Styles are inline, since many mail programs drop style sheets; those that keep them get dark mode by one. */
function htmlOf(content: MailContent): string {
  const { language, direction, subject, paragraphs, button, notes, lines = [], unsubscribe } = content;
  const { surface, text, quiet, line, accentFill, onAccent, ground, font } = mailBrand;
  const small = `margin:0 0 8px;font-size:13px;line-height:1.5;color:${quiet[0]}`;
  const paragraph = (words: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.5" dir="auto">${escapeHtml(words)}</p>`;
  const asButton = ({ label, url }: MailLinkButton) =>
    `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${accentFill};color:${onAccent};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
  const rows = lines.map(
    ({ who, at, text: words }) =>
      `<p style="margin:14px 0 0;font-size:15px;line-height:1.5"><strong><bdi>${escapeHtml(who)}</bdi></strong> <bdi class="quiet" dir="${direction}" style="font-size:13px;color:${quiet[0]}">${escapeHtml(at)}</bdi></p><p style="margin:0 0 14px;font-size:15px;line-height:1.5" dir="auto">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`,
  );
  const styles = dark
    .map(([name, color]) =>
      name === 'ground' || name === 'surface'
        ? `.${name}{background:${color}!important}`
        : name === 'line'
          ? `.surface{border-color:${color}!important}`
          : `.${name}{color:${color}!important}`,
    )
    .join('');
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>@media(prefers-color-scheme:dark){${styles}}</style></head>
<body class="ground text" style="margin:0;padding:24px 12px;background:${ground[0]};color:${text[0]};font-family:${font.replaceAll('"', "'")}">
<div class="surface" style="max-width:520px;margin:0 auto;padding:28px 24px;border:1px solid ${line[0]};border-radius:8px;background:${surface[0]}">
${[...paragraphs.map(paragraph), ...(button ? [asButton(button)] : []), ...rows].join('\n')}
${notes.map((note) => `<p class="quiet" style="${small}" dir="auto">${escapeHtml(note)}</p>`).join('\n')}
<p class="quiet" style="${small}"><a class="quiet" href="${escapeHtml(unsubscribe.url)}" style="color:${quiet[0]}">${escapeHtml(unsubscribe.label)}</a></p>
</div>
</body>
</html>
`;
}
