import { addSheet, sheetOf } from '../view/add-sheet.ts';

/** A part of the page, or all of it; `.page` twice counts for more than the window's own sheet, which may come later. */
const sheet = sheetOf(`
.root:is(.inline,.page){position:static;height:100%}
.root:is(.inline,.page) .panel{position:static;width:100%;max-width:none;height:100%;min-height:320px;animation:none}
.root:is(.inline,.page) :is(.launcher,.closing){display:none}
.root.inline .panel{border:1px solid var(--line);box-shadow:none}
.root.page.page{position:fixed;inset:0;top:var(--seen-top,0);bottom:auto;height:var(--seen-height,100%)}.root.page .panel{border-radius:0;box-shadow:none}
.root.page .panel>*{padding-inline:max(16px,calc(50% - 380px))}.root.page .scroll{padding-inline:0}
.root.page header{padding-top:max(14px,env(safe-area-inset-top))}`);

/** Has a widget fill the place that it is in. */
export const dressWithin = (root: Element): void => addSheet(root, sheet);
