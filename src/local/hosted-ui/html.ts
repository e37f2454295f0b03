/** Text that is markup already. */
export interface Html {
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, unless they are markup made by this same tag; null and false are nothing. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | null | false)[]
): Html {
  const shown = values.map((value) => {
    if (value === null || value === false) return '';
    return typeof value === 'string'
      ? value.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
      : value.html;
  });
  return { html: parts.map((part, n) => part + (shown[n] ?? '')).join('') };
}
