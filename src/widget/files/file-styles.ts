/** The styles of selected files. */
export const fileStyles = `
.tray{display:flex;flex-direction:column;gap:6px;max-height:168px;margin:0 0 8px;padding:0;list-style:none;overflow-y:auto;scrollbar-width:thin}
.picked{display:flex;align-items:center;gap:10px;padding:8px 6px 8px 12px;border:1px solid var(--line);border-radius:14px;color:var(--soft);font-size:13px;text-align:start}
[dir=rtl] .picked{padding:8px 12px 8px 6px}
.picked .icon{flex:none;width:20px;height:20px;stroke-width:1.8}
.what{flex:1;min-width:0;display:grid;gap:1px}
.what bdi{color:var(--text);font-weight:550;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.picked.bad{border-color:var(--danger)}.picked.bad .how{color:var(--danger)}
.picked progress{appearance:none;width:100%;height:4px;margin-top:4px;border:0;border-radius:2px;overflow:hidden;background:var(--line)}
.picked progress::-webkit-progress-bar{background:var(--line)}
.picked progress::-webkit-progress-value{background:var(--accent);transition:width .15s}.picked progress::-moz-progress-bar{background:var(--accent)}
.away{flex:none;display:grid;place-items:center;width:32px;height:32px;border:0;border-radius:50%;background:none}.away:hover{background:var(--bot)}
.again-file{justify-self:start;padding:0;border:0;background:none;color:var(--accent);font-weight:600;text-decoration:underline;text-underline-offset:2px;min-height:24px}
.clip{flex:none;display:grid;place-items:center;width:38px;height:38px;padding:0;border:0;border-radius:50%;background:none;color:var(--soft)}.clip:hover{background:var(--bot)}.clip .icon{width:20px;height:20px;stroke-width:1.8}
.clip:not([hidden])+textarea{padding-inline-start:2px}
.panel.dropping::after{content:'';position:absolute;inset:8px;border:2px dashed var(--accent);border-radius:14px;background:color-mix(in srgb,var(--accent) 10%,transparent);pointer-events:none}`;
