/** Where the provider's API is called, unless an account says otherwise. */
export const defaultBaseUrl = 'https://graph.facebook.com/v25.0';
