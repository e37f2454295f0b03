/** The styles of formatted text and of cards. */
export const richStyles = `
.rich{white-space:normal}
.rich>*,.card .said>*{margin:0}.rich>*+*,.card .said>*+*{margin-top:.55em}
.rich p,.rich li,.rich blockquote,.card p,.card li{white-space:pre-wrap}
.rich ul,.rich ol,.card .said ul,.card .said ol{padding-inline-start:1.4em}
.rich li+li{margin-top:.2em}
.rich code,.card code{padding:1px 5px;border-radius:5px;background:color-mix(in srgb,currentColor 10%,transparent);font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.rich pre,.card pre{padding:8px 10px;border-radius:10px;background:color-mix(in srgb,currentColor 8%,transparent);overflow-x:auto;text-align:left}
.rich pre code,.card pre code{padding:0;background:none;white-space:pre}
.rich blockquote,.card blockquote{padding-inline-start:10px;border-inline-start:3px solid color-mix(in srgb,currentColor 35%,transparent)}
.cards{display:flex;gap:10px;align-self:stretch;margin:6px -16px 0;padding:2px 16px 8px;list-style:none;overflow-x:auto;scroll-snap-type:x proximity;scroll-padding-inline:16px;scrollbar-width:thin}
.cards:focus-visible{outline-offset:-2px}
.card{flex:0 0 232px;display:flex;flex-direction:column;border:1px solid var(--line);border-radius:16px;overflow:hidden;background:var(--surface);scroll-snap-align:start;text-align:start}
.cards.one .card{flex:0 1 280px}
.card img{display:block;width:100%;aspect-ratio:16/10;object-fit:cover;background:var(--bot)}
.card strong[dir]{padding:10px 14px 0;overflow-wrap:anywhere}
.card .said{padding:3px 14px 0;color:var(--soft);font-size:14px;overflow-wrap:anywhere}.card .said a{color:var(--accent)}
.card .said+.press,.card strong+.press{margin-top:auto}
.card>:nth-last-child(1):not(.press){padding-bottom:12px}
.press{display:block;width:100%;padding:11px 14px;border:0;border-top:1px solid var(--line);background:none;color:var(--accent);font-weight:600;text-align:center;text-decoration:none;overflow-wrap:anywhere}
.card :is(.said,strong)+.press{border-top:0;box-shadow:inset 0 1px var(--line);margin-top:auto}
.card :is(.said,strong):has(+.press){padding-bottom:12px}
.message:has(.cards) .when{position:static;align-self:flex-end}
.press:hover{background:color-mix(in srgb,var(--accent) 8%,var(--surface))}
.press:focus-visible{outline-offset:-3px}
@media(forced-colors:active){.card{border:1px solid CanvasText}}
.picture{display:block;max-width:min(84%,100% - 62px);margin-top:4px;color:var(--soft);font-size:13px}
.picture img{display:block;max-width:100%;max-height:240px;border-radius:14px;background:var(--bot)}
.file{display:flex;align-items:center;gap:8px;max-width:min(84%,100% - 62px);margin-top:4px;padding:9px 14px;border:1px solid var(--line);border-radius:14px;color:var(--accent);text-decoration:none;overflow-wrap:anywhere}
a.file:hover{background:var(--bot)}.file .icon{flex:none;width:20px;height:20px;stroke-width:1.8}`;
