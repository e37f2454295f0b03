import type { WidgetSettings } from '../../contract/widget-settings.ts';
import { bubbles, paletteOf, surfaces } from '../colors.ts';

const light = `--surface:${surfaces.light};--text:#14171f;--soft:#5b6270;--line:#e3e6ec;--bot:${bubbles.light};--field:#fff;--edge:#868e9c;--alert:#8a4b00;--alert-ground:#fff4e2;--danger:#b3261e;--shadow:0 16px 48px rgb(15 23 42/.18),0 2px 8px rgb(15 23 42/.08)`;
const dark = `--surface:${surfaces.dark};--text:#eceef3;--soft:#a6adbb;--line:#2b2f3a;--bot:${bubbles.dark};--field:#1d2027;--edge:#7a8292;--alert:#ffd08a;--alert-ground:#33280f;--danger:#ff9a91;--shadow:0 16px 48px rgb(0 0 0/.5),0 0 0 1px rgb(255 255 255/.06)`;

/**
 * The style sheet of a widget in its colour: all that is seen of it while it is closed. Everything is inside the shadow
 * root; sizes are of the widget's own. What is inside of the window has a sheet of its own, `window-styles.ts`.
 */
export function styles(color: string, settings: WidgetSettings): string {
  const { brand, onBrand, accentOnLight, accentOnDark } = paletteOf(color);
  const onDark = `${dark};--accent:${accentOnDark}`;
  return `:host{all:initial;${looksOf(settings)};--brand:${brand};--on-brand:${onBrand};${light};--accent:${accentOnLight};color-scheme:light}
@media(prefers-color-scheme:dark){:host(:not([data-theme=light])){${onDark};color-scheme:dark}}
:host([data-theme=dark]){${onDark};color-scheme:dark}
${frame}`;
}

/** A site's own custom properties take precedence over the settings. @see docs/widget.md */
function looksOf({
  font,
  size = 'medium',
  offset_side: side = 20,
  offset_bottom: bottom = 20,
  z_index,
}: WidgetSettings): string {
  const [width, height] = { small: [340, 520], medium: [384, 620], large: [460, 760] }[size];
  const fonts = font ?? 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';
  return `--font:var(--chat-font,${fonts});--width:var(--chat-width,${width}px);--height:var(--chat-height,${height}px);--side:var(--chat-offset-side,${side}px);--bottom:var(--chat-offset-bottom,${bottom}px);--z:var(--chat-z-index,${z_index ?? 2147483000});--radius:var(--chat-radius,18px)`;
}

const frame = `
*{box-sizing:border-box}
[hidden],:host([hidden]){display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.root{position:fixed;z-index:var(--z);bottom:calc(var(--bottom) + var(--seen-below,0px));inset-inline-end:var(--side);font:15px/1.45 var(--font);color:var(--text);-webkit-font-smoothing:antialiased}
.root.right{left:auto;right:var(--side)}.root.left{right:auto;left:var(--side)}
button,textarea{font:inherit;color:inherit;letter-spacing:inherit}
button{cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.icon{width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round;display:block}
.launcher{position:relative;display:grid;place-items:center;width:60px;height:60px;border:0;border-radius:50%;background:var(--brand);color:var(--on-brand);box-shadow:0 6px 20px rgb(15 23 42/.25),0 0 0 1px rgb(255 255 255/.12);transition:transform .15s}
.launcher:hover{transform:scale(1.05)}.launcher:active{transform:scale(.97)}
.launcher .icon{width:28px;height:28px}.launcher .icon-chat{fill:currentColor;stroke:none}
.labelled .launcher{display:flex;align-items:center;gap:10px;width:auto;padding:0;padding-inline:18px 24px;border-radius:30px;font-weight:600}.launcher[aria-expanded=true] .label{display:none}.labelled .launcher[aria-expanded=true]{display:grid;width:60px;padding:0!important}
.launcher .icon-close,.launcher[aria-expanded=true] .icon-chat{display:none}.launcher[aria-expanded=true] .icon-close{display:block}
.badge{position:absolute;top:-4px;inset-inline-end:-4px;min-width:22px;height:22px;padding:0 6px;border-radius:11px;background:#c5221f;color:#fff;font-size:12px;font-weight:700;line-height:22px;text-align:center;box-shadow:0 0 0 2px var(--surface)}
.panel{position:absolute;opacity:0}.bare .panel{opacity:1}
@media(prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media(forced-colors:active){.launcher,.badge{border:1px solid CanvasText}}
@media print{.root{display:none}}`;
