import type { Phrasing } from '../../markdown/parser.ts';

/** Escapes text for HTML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Creates a start tag. Omits attributes without a value; `true` yields a boolean attribute. */
export const tagWith = (name: string, attributes: Readonly<Record<string, string | true | undefined>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => {
      if (value === undefined) return '';
      return value === true ? ` ${key}` : ` ${key}="${escaped(value)}"`;
    })
    .join('')}>`;

/** Creates the empty link that gives a heading its id. */
export const writeAnchor = (id: string): string => `${tagWith('a', { href: `#${id}`, id })}</a>`;

/** Creates a block tag: `{% tab title="A" %}`. Quotes and line breaks in attribute values are replaced. */
export const blockTag = (name: string, attributes: Readonly<Record<string, string | undefined>> = {}): string =>
  `{% ${name}${Object.entries(attributes)
    .map(([key, value]) =>
      value === undefined
        ? ''
        : ` ${key}="${value.replaceAll('"', '&quot;').replaceAll(/\s+/g, ' ').replaceAll('%}', '% }')}"`,
    )
    .join('')} %}`;

/** Formats a length: `50%`, `300`. */
export function lengthText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const { value: number, unit } = value as Record<string, unknown>;
  return typeof number === 'number' && typeof unit === 'string' ? `${number}${unit}` : undefined;
}

/** Creates a picture with a variant for dark mode. */
export const writePicture = (image: string, darkUrl: string): string =>
  `<picture>${tagWith('source', { srcset: darkUrl, media: '(prefers-color-scheme: dark)' })}${image}</picture>`;

/** Converts inline nodes to HTML. `write` writes a text as HTML. */
export function writeHtml(nodes: readonly Phrasing[], write: (text: string) => string = escaped): string {
  const names = { strong: 'strong', emphasis: 'em', delete: 'del' } as const;
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
          return write(node.value);
        case 'inlineCode':
          return `<code>${write(node.value)}</code>`;
        case 'html':
          return node.value;
        case 'break':
          return '<br>';
        case 'image':
          return tagWith('img', { src: node.url, alt: node.alt ?? '', title: node.title ?? undefined });
        case 'link':
          return node.title === 'mention'
            ? `${tagWith('a', { href: node.url, 'data-mention': true })}${writeHtml(node.children, write)}</a>`
            : `${tagWith('a', { href: node.url })}${writeHtml(node.children, write)}</a>`;
        case 'strong':
        case 'emphasis':
        case 'delete':
          return `<${names[node.type]}>${writeHtml(node.children, write)}</${names[node.type]}>`;
        case 'footnoteReference':
        case 'imageReference':
        case 'linkReference':
          return '';
      }
    })
    .join('');
}
