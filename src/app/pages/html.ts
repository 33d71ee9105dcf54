/** HTML that is inserted without escaping. */
export type Html = { readonly html: string };

type Insertable = string | Html | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag for HTML that escapes every inserted string. */
export function html(parts: TemplateStringsArray, ...values: readonly Insertable[]): Html {
  return { html: parts.map((part, index) => part + insert(values[index] ?? '')).join('') };
}

/** Returns a block of JSON for the scripts of the page. Browsers do not execute it, so it needs no nonce. */
export function jsonBlock(id: string, value: unknown): Html {
  // A "<" in a JSON string could otherwise close the script element.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return { html: `<script type="application/json" id="${escape(id)}">${json}</script>` };
}

function insert(value: Insertable): string {
  if (typeof value === 'string') return escape(value);
  return 'html' in value ? value.html : value.map((item) => item.html).join('');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
