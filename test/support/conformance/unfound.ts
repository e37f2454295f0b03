/** What no exchange can show to be missing, and why. */
export const unfound: readonly { readonly where: RegExp; readonly why: string }[] = [
  {
    where: /^field \/components\/schemas\/(DraftTest|DraftTestResult)\/properties\/state\/anyOf\/0\//,
    why: 'the engine’s state holds more than it tells: it is handed back as it came, whatever is in it',
  },
  {
    where: /^field \/components\/schemas\/Delivery\/anyOf\/0\//,
    why: 'a provider’s report may say more than is told of it',
  },
  {
    where: /^field \/components\/schemas\/PersonExport\/properties\/conversations\/items\//,
    why: 'an export is everything that is stored, whatever is told of it',
  },
];
