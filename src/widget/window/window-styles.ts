/** The styles where the chat covers the page. */
export const covering = `
.root.open{inset:0;background:var(--surface)}.root.open .launcher{display:none}
.panel{position:fixed;inset:0;top:var(--seen-top,0);bottom:auto;width:auto;max-width:none;height:var(--seen-height,100dvh);border-radius:0}
header{padding-top:max(12px,env(safe-area-inset-top))!important}.closing{display:grid}
.composer{padding-bottom:max(12px,env(safe-area-inset-bottom))}
textarea{font-size:16px}`;

/** The window of the chat, and everything in it; colors and sizes come from the widget's own sheet. */
export const windowStyles = `
.panel{opacity:1;bottom:76px;display:flex;flex-direction:column;width:var(--width);max-width:calc(100vw - 2*var(--side));height:min(var(--height),calc(var(--seen-height,100dvh) - 96px - var(--bottom)));background:var(--surface);border-radius:var(--radius);box-shadow:var(--shadow);overflow:hidden;transform-origin:bottom;animation:rise .2s cubic-bezier(.2,.9,.3,1)}
.right .panel{right:0}.left .panel{left:0}
@keyframes rise{from{opacity:0;transform:translateY(12px) scale(.98)}}
header{position:relative;display:flex;flex-wrap:wrap;align-items:center;gap:6px;padding:14px;padding-inline:16px 12px;background:var(--brand);color:var(--on-brand)}
.about{flex:1;min-width:0;padding-inline-start:6px}header h2{margin:0;font-size:16px;font-weight:650;line-height:1.3;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:start}
.avatar{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;overflow:hidden;font-weight:700;color:var(--brand);background:var(--on-brand)}
.avatar img{width:100%;height:100%;object-fit:cover}
.tool{flex:none;display:grid;place-items:center;width:40px;height:40px;border:0;border-radius:12px;background:none}
.closing{display:none}.icon-more{stroke-width:3.5}
.tool:hover{background:color-mix(in srgb,currentColor 16%,transparent)}
.tool:focus-visible{outline-color:currentColor;outline-offset:-3px}
.list{position:relative;flex:1;min-height:0}
.scroll{height:100%;overflow-y:auto;overscroll-behavior:contain;padding:18px 16px 8px;scrollbar-width:thin}
.scroll:focus-visible{outline-offset:-3px}
.greeting{margin:0 0 16px;color:var(--soft);text-align:center;text-wrap:balance}.greeting:empty{display:none}
.message{position:relative;display:flex;flex-direction:column;align-items:flex-start;margin-top:3px}
.day{align-self:center;margin:12px 0 14px;font-size:12px;font-weight:600;color:var(--soft)}.day::first-letter{text-transform:uppercase}
.when{position:absolute;bottom:0;inset-inline-end:0;padding:0 2px 2px;font-size:11px;color:var(--soft);visibility:hidden}.user .when{inset-inline:0 auto}
.message:hover .when,.scroll:focus-visible .when{visibility:visible}
.below{position:absolute;bottom:10px;left:50%;display:flex;align-items:center;gap:6px;padding:6px 14px 6px 10px;border:0;border-radius:18px;background:var(--brand);color:var(--on-brand);font-size:13px;font-weight:600;white-space:nowrap;box-shadow:0 4px 14px rgb(15 23 42/.3);transform:translateX(-50%)}.below .icon{width:18px;height:18px}
.message.first{margin-top:14px}.message.user{align-items:flex-end}
.from{display:flex;align-items:center;gap:7px;max-width:100%;margin-bottom:5px}.who{min-width:0;font-size:12px;font-weight:600;color:var(--soft);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.face{flex:none;display:grid;place-items:center;width:24px;height:24px;border-radius:50%;background:var(--bot);color:var(--soft);font-size:10px;font-weight:700;line-height:1}.face .icon{width:16px;height:16px}.agent .face{background:var(--brand);color:var(--on-brand)}
.bubble{max-width:min(84%,100% - 62px);padding:9px 14px;border-radius:18px;background:var(--bot);white-space:pre-wrap;overflow-wrap:anywhere;text-align:start}
.agent .bubble{background:color-mix(in srgb,var(--accent) 11%,var(--surface));box-shadow:inset 0 0 0 1px color-mix(in srgb,var(--accent) 30%,var(--surface))}
.user .bubble{background:var(--brand);color:var(--on-brand)}
.last:not(.user) .bubble{border-end-start-radius:5px}.last.user .bubble{border-end-end-radius:5px}
.bubble a{color:var(--accent);text-underline-offset:2px}.user .bubble a,.agent .bubble a{color:inherit}
.failed .bubble{outline:1px dashed var(--danger);outline-offset:2px}
.sending .state{animation:late 0s 4s both}.dots{animation:late 0s .25s both}
@keyframes late{from{visibility:hidden}to{visibility:visible}}
.state{display:flex;align-items:center;gap:10px;margin:4px 6px 0;font-size:12px;color:var(--soft)}
.failed .state span{color:var(--danger);font-weight:600}
.state button{padding:0;border:0;background:none;color:var(--accent);font-weight:600;text-decoration:underline;text-underline-offset:2px;min-height:24px}
.choices{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}.choices:empty{display:none}
.choices button{max-width:100%;padding:7px 14px;border:1.5px solid var(--accent);border-radius:18px;background:var(--surface);color:var(--accent);font-weight:550;overflow-wrap:anywhere;text-align:start;transition:background .12s,color .12s}
.choices button:hover{background:color-mix(in srgb,var(--accent) 8%,var(--surface))}
.dots{display:flex;width:max-content;margin-top:14px;gap:5px;padding:14px 16px;border-radius:18px;border-end-start-radius:5px;background:var(--bot)}
.dots i{width:7px;height:7px;border-radius:50%;background:var(--soft);animation:blink 1.2s infinite}
.dots i:nth-child(2){animation-delay:.15s}.dots i:nth-child(3){animation-delay:.3s}
@keyframes blink{0%,60%,100%{opacity:.3}30%{opacity:1;transform:translateY(-3px)}}
.notice{margin:0;padding:8px 16px;font-size:13px;text-align:center;text-wrap:balance;color:var(--soft);border-top:1px solid var(--line)}
.notice:has(.said:empty){display:none}.said{margin:0}
.notice.alert{color:var(--alert);background:var(--alert-ground);border-color:transparent}
.again{margin:4px 16px 16px;padding:11px;border:0;border-radius:14px;background:var(--brand);color:var(--on-brand);font-weight:600}
.composer{padding:10px 12px 12px;border-top:1px solid var(--line)}
.notice:not(:has(.said:empty))~.composer{border-top:0}
.excess{margin:0 6px 8px;font-size:13px;color:var(--danger)}.excess:empty{display:none}
.field{display:flex;align-items:flex-end;gap:6px;padding:4px;border:1px solid var(--edge);border-radius:24px;background:var(--field)}
.field:focus-within{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
textarea{flex:1;min-width:0;min-height:38px;max-height:132px;padding:8px;padding-inline:12px 4px;border:0;background:none;resize:none;outline:0!important;line-height:22px;text-align:start;scrollbar-width:thin}
textarea::placeholder{color:var(--soft);opacity:1}
.send{flex:none;display:grid;place-items:center;width:38px;height:38px;border:0;border-radius:50%;background:var(--brand);color:var(--on-brand);transition:opacity .12s}
.send[aria-disabled]{background:var(--line);color:var(--soft);cursor:default}
.send .icon,.emoji .icon{width:20px;height:20px}.emoji{width:34px;height:38px;border-radius:50%;color:var(--soft)}.emoji .icon{stroke-width:1.8}@media(pointer:coarse){.emoji{display:none}}
@media(max-width:480px),(max-height:420px){${covering}}
@media(prefers-reduced-motion:reduce){.dots i{opacity:.7}}
@media(forced-colors:active){.panel,.bubble,.send{border:1px solid CanvasText}}`;
