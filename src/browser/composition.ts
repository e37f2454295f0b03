/**
 * Whether a key belongs to an input method (Japanese, Chinese, Korean, …), which uses it to pick a word. Safari
 * ends the composition before it reports the Enter that ended it, and leaves only the key code 229.
 * @see https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229;
