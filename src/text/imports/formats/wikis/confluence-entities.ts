import { XMLParser } from 'fast-xml-parser';
import { importRefused } from '../../refusal.ts';

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
  'ContentProperty',
  'CustomContentEntityObject',
  'Folder',
  'Label',
  'Labelling',
  'Page',
  'PageTemplate',
  'Space',
]);

interface Node {
  readonly '#text'?: string;
  readonly '@name'?: string;
  readonly '@class'?: string;
  readonly id?: readonly Node[];
  readonly property?: readonly Node[];
  readonly object?: readonly Node[];
}

const root = 'hibernate-generic';
const lists: ReadonlySet<string> = new Set(['object', 'property', 'id']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  alwaysCreateTextNode: true,
  isArray: (name) => lists.has(name),
  // Texts of pages may stand without CDATA. A document type, in which names could grow, is refused.
  processEntities: { maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
  htmlEntities: true,
  updateTag: (name, _path, attributes) => {
    if (name === 'collection') return false;
    return name !== 'object' || wanted.has(attributes['@class'] ?? '');
  },
});

/**
 * Lists the objects of an `entities.xml`, in its order. Objects of other classes and collections of references are left out. What is no
 * such file has none. Refuses one that is cut off or no XML.
 */
export function readEntities(xml: string): Entity[] {
  const head = xml.slice(0, maxEdge);
  if (!head.includes(`<${root}`)) return [];
  if (/<!DOCTYPE/i.test(head)) throw importRefused('entities.xml has a document type');
  try {
    const tree = parser.parse(xml) as Readonly<Record<string, Node | undefined>>;
    if (/(?:<\/hibernate-generic\s*|\/)>\s*$/.test(xml.slice(-maxEdge)))
      return (tree[root]?.object ?? []).map(readEntity).filter(({ id }) => id !== '');
  } catch (error) {
    throw importRefused(`entities.xml cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
  throw importRefused('entities.xml is cut off');
}

/** Characters in which a file begins or ends. */
const maxEdge = 2_000;

function readEntity({ '@class': type = '', id, property = [] }: Node): Entity {
  const texts = new Map<string, string>();
  const references = new Map<string, string>();
  for (const { '@name': name = '', '#text': text = '', id: target } of property) {
    if (target) references.set(name, idIn(target));
    else texts.set(name, text);
  }
  return { type, id: idIn(id), texts, references };
}

const idIn = (ids: readonly Node[] | undefined) => ids?.[0]?.['#text']?.trim() ?? '';

/** Whether an object is the newest version of itself, and not in the trash. */
export const isCurrent = ({ texts, references }: Entity) =>
  !references.has('originalVersion') && !/^(?:deleted|trashed)$/.test(texts.get('contentStatus') ?? '');
