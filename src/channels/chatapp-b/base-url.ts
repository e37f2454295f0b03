/** Where the provider's API is called, unless an account says otherwise. */
export const defaultBaseUrl = 'https://waba-v2.360dialog.io';
