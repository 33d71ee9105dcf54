/** An object of an export of Confluence: its class, its id, and what it states of itself. */
export interface Entity {
  readonly type: string;
  readonly id: string;
  /** Texts of properties by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** Ids of the objects to which properties refer, by name. */
  readonly references: ReadonlyMap<string, string>;
}

/** Objects that an import needs. Others, such as settings and people's preferences, are passed over. */
const wanted: ReadonlySet<string> = new Set([
  'Attachment',
  'BlogPost',
  'BodyContent',
  'Comment',
  'ConfluenceUserImpl',
  'ContentPermission',
  'ContentPermissionSet',
  'Label',
  'Labelling',
  'Page',
  'Space',
]);

/** A tag, or a text between tags. */
type Token =
  | { readonly text: string }
  | { readonly name: string; readonly attributes: string; readonly isStart: boolean; readonly isEmpty: boolean };

/** Yields tags and texts of XML, in one pass. Ends where a part does not. */
function* tokensOf(xml: string): Generator<Token> {
  for (let at = 0; at < xml.length;) {
    if (xml[at] !== '<') {
      const end = xml.indexOf('<', at);
      yield { text: decode(xml.slice(at, end < 0 ? xml.length : end)) };
      if (end < 0) return;
      at = end;
    }
    const [mark, close] = brackets.find(([start]) => xml.startsWith(start, at)) ?? ['<', '>'];
    const end = xml.indexOf(close, at + mark.length);
    if (end < 0) return;
    const inside = xml.slice(at + mark.length, end);
    at = end + close.length;
    if (mark === cdata) yield { text: inside };
    const [, closing, name = '', attributes = '', empty] =
      mark === '<' ? (/^(\/?)([a-zA-Z][\w-]{0,50})([^]*?)(\/?)$/.exec(inside) ?? []) : [];
    if (name !== '') yield { name, attributes, isStart: closing !== '/', isEmpty: empty === '/' };
  }
}

const cdata = '<![CDATA[';

const brackets = [
  [cdata, ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

interface Open {
  readonly type: string;
  id: string;
  readonly texts: Map<string, string>;
  readonly references: Map<string, string>;
}

/**
 * Lists the objects of an `entities.xml`, in its order. Objects of other classes and collections of references are left out. What is no
 * such file has none.
 */
export function readEntities(xml: string): Entity[] {
  const entities: Entity[] = [];
  let object: Open | null = null;
  let property: string | null = null;
  let inId = false;
  let collections = 0;
  let value = '';
  for (const token of tokensOf(xml)) {
    if ('text' in token) {
      if (object && (property !== null || inId)) value += token.text;
      continue;
    }
    const { name, attributes, isStart, isEmpty } = token;
    if (name === 'object') {
      if (!isStart && object && wanted.has(object.type) && object.id !== '') entities.push(object);
      object = isStart
        ? { type: attributeIn(attributes, 'class'), id: '', texts: new Map(), references: new Map() }
        : null;
      property = null;
      collections = 0;
    } else if (name === 'collection' && !isEmpty) collections += isStart ? 1 : -1;
    else if (!object || collections > 0) continue;
    else if (name === 'property') {
      if (!isStart && property !== null && !object.references.has(property)) object.texts.set(property, value);
      property = isStart && !isEmpty ? attributeIn(attributes, 'name') : null;
      value = '';
    } else if (name === 'id') {
      if (!isStart && property !== null) object.references.set(property, value.trim());
      else if (!isStart && inId) object.id = value.trim();
      inId = isStart && !isEmpty;
      value = '';
    }
  }
  return entities;
}

const attributeIn = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']{0,200})["']`).exec(attributes)?.[1] ?? '';

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? '';
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : '\uFFFD';
  });
