import { escapeHtml } from '../../domain/escape-html.ts';
import type { MailPage } from './answer-mail-page.ts';
import { filled, mailTextsIn } from './mail-texts.ts';
import { mailBrand } from './render-mail.ts';

// Loaded together.
export { answerMailPage, browserLanguage } from './answer-mail-page.ts';

const { ground, surface, text, quiet, line, accentFill, onAccent, font } = mailBrand;
const pair = ([light, dark]: readonly [string, string]) => `light-dark(${light},${dark})`;

const styles = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;box-sizing:border-box;background:${pair(ground)};color:${pair(text)};font:16px/1.5 ${font}}
main{box-sizing:border-box;width:100%;max-width:440px;padding:32px 28px;border:1px solid ${pair(line)};border-radius:8px;background:${pair(surface)}}
h1{margin:0 0 8px;font-size:20px;line-height:1.3;overflow-wrap:anywhere}p{margin:0 0 20px;color:${pair(quiet)}}form{margin:20px 0 0}
button,a{display:inline-block;box-sizing:border-box;min-height:44px;padding:10px 20px;border:0;border-radius:8px;background:${accentFill};color:${onAccent};font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.plain{background:none;border:1px solid ${pair(quiet)};color:${pair(text)}}:focus-visible{outline:3px solid ${pair(text)};outline-offset:2px}`;

/** The page behind a link in an email: no script, no other file. */
export function renderMailPage(page: MailPage): string {
  const { shows, back } = page;
  const { texts, language, direction } = mailTextsIn(page.language);
  const say = (words: string) =>
    escapeHtml(filled(words, { name: page.name, email: page.email ?? '' }, direction));
  const { linkGone, linkGoneText, confirmButton, unsubscribe, resubscribe } = texts;
  const title = {
    confirm: texts.confirmAsk,
    confirmed: texts.confirmed,
    unsubscribe: texts.unsubscribeAsk,
    unsubscribed: texts.unsubscribed,
    resubscribed: texts.resubscribed,
    gone: linkGone,
  }[shows];
  const press = (label: string, field = '') =>
    `<form method="post">${field}<button${field ? ' class="plain"' : ''}>${say(label)}</button></form>`;
  const action = {
    confirm: press(confirmButton),
    confirmed: '',
    unsubscribe: press(unsubscribe),
    unsubscribed: press(resubscribe, '<input type="hidden" name="again" value="1">'),
    resubscribed: '',
    gone: `<p>${say(linkGoneText)}</p>`,
  }[shows];
  const isDone = shows === 'confirmed' || shows === 'gone';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${say(title)}</title><style>${styles}</style></head>
<body><main><h1>${say(title)}</h1>${action}${isDone && back ? `<p></p><a href="${escapeHtml(back)}">${say(texts.back)}</a>` : ''}</main></body>
</html>
`;
}
