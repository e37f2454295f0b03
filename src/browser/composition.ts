/**
 * Whether a key belongs to an input method (Japanese, Chinese, Korean, …), which picks a word by it. Safari ends the
 * composition before it tells of the Enter that ended it, and leaves only the key code 229.
 * @see https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isComposing || keyCode === 229;
