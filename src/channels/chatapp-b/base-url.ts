/** The provider's API, unless an account overrides it. */
export const defaultBaseUrl = 'https://waba-v2.360dialog.io';
