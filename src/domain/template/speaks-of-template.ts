/** Whether a reply failed since its template is not, or no longer, what was remembered of it. */
export function speaksOfTemplate(reason: string | undefined): boolean {
  return reason?.startsWith('template_') === true;
}

/** Whether a webhook's change tells that an account's templates have changed: their state, parts or category. */
export function tellsOfTemplates(field: string): boolean {
  return /^field_(message_)?template_/.test(field);
}
