import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { windowStyles } from './window-styles.ts';

const sheet = sheetOf(windowStyles);

/** Dresses the window of a widget, which is not seen before. */
export const dressWindow = (root: Element): void => addSheet(root, sheet);
