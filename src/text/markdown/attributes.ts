/** Attributes of a tag: `title="A" open width=3`; a name alone has an empty value. */
export type Attributes = Readonly<Record<string, string>>;

const attribute =
  /([\w@:.-]{1,100})(?:[ \t]*=[ \t]*(?:"([^"]{0,4000})"|'([^']{0,4000})'|\{([^{}]{0,4000})\}|([^\s"'{}=]{1,4000})))?/g;
const maxAttributes = 50;

/** Reads the attributes of a tag. */
export function parseAttributes(text: string): Attributes {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, braces, plain] of text.matchAll(attribute)) {
    if (found.size >= maxAttributes) break;
    if (name !== '__proto__') found.set(name, double ?? single ?? unquoted(braces) ?? plain ?? '');
  }
  return Object.fromEntries(found);
}

/** JSX may quote within braces: `{"a"}`. */
const unquoted = (text: string | undefined) => text?.trim().replace(/^(["'`])(.*)\1$/s, '$2');
