/** HTML that templates insert as it is. Only templates and `trustedHtml` make it. */
export class Safe {
  readonly html: string;

  constructor(text: string) {
    this.html = text;
  }
}

/** What a template inserts: texts and numbers are escaped; null and undefined are nothing. */
export type Insertable = string | number | Safe | null | undefined | readonly Insertable[];

/** Template tag for HTML that escapes every inserted text, so that it is safe in content and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Insertable[]): Safe {
  let text = parts[0] ?? '';
  for (let index = 0; index < values.length; index += 1) text += insert(values[index]) + (parts[index + 1] ?? '');
  return new Safe(text);
}

function insert(value: Insertable): string {
  if (typeof value === 'string') return escapeText(value);
  if (value instanceof Safe) return value.html;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  let text = '';
  for (const one of value) text += insert(one);
  return text;
}

/** Nothing. */
export const noHtml: Safe = new Safe('');

/** HTML that another part of the program has made and escaped. Never what a caller sent. */
export const trustedHtml = (text: string): Safe => new Safe(text);

/** HTML with a text between each two of its parts, which is escaped. */
export const joinHtml = (parts: readonly Safe[], between = ''): Safe =>
  new Safe(parts.map((part) => part.html).join(escapeText(between)));

/**
 * The attributes of a tag, each after a blank. Undefined, null and false leave an attribute out; true is one without a value.
 * The names are those of the program.
 */
export function attributes(values: Readonly<Record<string, string | number | boolean | null | undefined>>): Safe {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeText(String(value))}"`;
  }
  return new Safe(text);
}

const special = /[&<>"']/;

/** Escapes a text for content and for quoted attributes. */
export function escapeText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The schemes of addresses that a page may link to. */
const schemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);

/**
 * The address as a page may link to it: with one of the schemes above, or relative. Null for any other, such as
 * `javascript:` and `data:`, also where blanks and control characters hide the scheme from all but browsers.
 */
export function safeHref(url: string): string | null {
  // Browsers drop control characters and blanks around an address, and tabs and line ends within it.
  // oxlint-disable-next-line no-control-regex
  const address = url.replaceAll(/[\0-\x1F\x7F]/g, '').trim();
  const scheme = /^([^/?#:]*):/.exec(address)?.[1];
  return scheme === undefined || schemes.has(scheme.toLowerCase()) ? address : null;
}

/** JSON for the inside of a script element, which a "<" in a text could otherwise close. */
export const scriptJson = (value: unknown): Safe => new Safe(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));

/** A block of JSON for the scripts of a page. Browsers do not execute it, so it needs no nonce. */
export const jsonBlock = (id: string, value: unknown): Safe =>
  html`<script type="application/json" id="${id}">
    ${scriptJson(value)}
  </script>`;
