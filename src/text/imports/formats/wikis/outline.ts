import * as z from 'zod';
import { counted } from '../../../../lib/counted.ts';
import { entryAt, type ArchiveEntry } from '../../unpack/zip.ts';
import { withheldBy, type Withheld } from '../withheld.ts';
import { RichNode, richHtml } from './prosemirror.ts';
import {
  asLabel,
  fileNames,
  htmlPage,
  readExportData,
  writePages,
  type PageWriting,
  type WrittenExport,
  type WrittenPage,
} from './written-export.ts';

interface Node {
  readonly id: string;
  readonly children?: readonly Node[] | null | undefined;
}

const Node: z.ZodType<Node> = z.object({
  id: z.string(),
  get children() {
    return z.array(Node).nullish();
  },
});

const Collection = z.object({
  collection: z.object({
    id: z.string().optional(),
    name: z.string(),
    /** The text of the collection in Markdown, in older exports. */
    description: z.string().nullish().catch(null),
    data: RichNode.nullish().catch(null),
    documentStructure: z.array(Node).nullish(),
  }),
  documents: z.record(z.string(), z.unknown()),
  attachments: z.record(z.string(), z.object({ key: z.string(), name: z.string().nullish() }).catch({ key: '' })),
});

const Document = z.object({
  id: z.string(),
  urlId: z.string().nullish(),
  title: z.string(),
  icon: z.string().nullish().catch(null),
  /** The icon in older exports. */
  emoji: z.string().nullish().catch(null),
  data: RichNode,
  publishedAt: z.string().nullish(),
  archivedAt: z.string().nullish().catch(null),
  deletedAt: z.string().nullish().catch(null),
  template: z.boolean().nullish(),
  parentDocumentId: z.string().nullish(),
});

type DocumentData = z.output<typeof Document>;
type CollectionData = z.output<typeof Collection>;

/**
 * Reads the JSON export of Outline, one file for each collection; null for other archives.
 * https://docs.getoutline.com/s/guide/doc/export-RQmc0DKXYM
 */
export function readOutline(entries: readonly ArchiveEntry[]): WrittenExport | null {
  const metadata = entries.find(({ path }) => path === 'metadata.json');
  if (!metadata || !('exportVersion' in readExportData(metadata))) return null;
  const files = entries
    .filter(({ path }) => /^[^/]+\.json$/.test(path) && path !== 'metadata.json')
    .map((entry) => ({ path: entry.path, data: Collection.safeParse(readExportData(entry)).data }));
  const collections = files.flatMap(({ data }) => (data ? [data] : []));
  if (collections.length === 0) return null;
  const unread = files.flatMap(({ path, data }) =>
    data ? [] : [{ key: path, reason: 'It is no collection that can be read' }],
  );
  const known: Known = {
    pathOf: new Map(),
    files: new Map(),
    drafts: new Map(),
    names: new Map(),
    warnings: [...unread],
  };
  const nameOf = fileNames();
  const sections = collections.map((data) => ({
    title: data.collection.name,
    pages: planCollection(data, `${nameOf(data.collection.name)}/`, known),
  }));
  const written = writePages(sections);
  const others = entries.filter(({ path }) => path !== 'metadata.json' && !/^[^/]+\.json$/.test(path));
  return {
    entries: [...written.entries, ...others.map((entry) => entryAt(entry.path, entry))],
    names: known.names,
    drafts: known.drafts,
    warnings: [...known.warnings, ...written.warnings],
  };
}

interface Known {
  /** Paths of pages by the ids in their addresses. */
  readonly pathOf: Map<string, string>;
  /** Paths of files by the ids of attachments. */
  readonly files: Map<string, string>;
  readonly drafts: Map<string, Withheld>;
  readonly names: Map<string, string>;
  readonly warnings: WrittenExport['warnings'][number][];
}

function planCollection(
  { collection, documents, attachments }: CollectionData,
  root: string,
  known: Known,
): WrittenPage[] {
  for (const [id, { key, name }] of Object.entries(attachments)) {
    known.files.set(id, key);
    if (typeof name === 'string' && /\.\w{1,10}$/.test(name)) known.names.set(key, name);
  }
  const placed = new Set<string>();
  const plan = (node: Node, folder: string, nameOf: (title: string) => string): WrittenPage[] => {
    const { data, error } = Document.safeParse(documents[node.id]);
    if (placed.has(node.id)) return [];
    placed.add(node.id);
    if (!data) {
      if (documents[node.id] !== undefined)
        known.warnings.push({
          key: `${folder}${node.id}`,
          reason: `A document cannot be read: ${error.issues[0]?.message ?? ''}`,
        });
      return [];
    }
    const name = nameOf(data.title);
    const path = `${folder}${name}.html`;
    for (const id of [data.id, data.urlId]) if (typeof id === 'string') known.pathOf.set(id, path);
    if (data.template === true) known.drafts.set(path, withheldBy('draft', 'template: true'));
    else if (data.publishedAt === null) known.drafts.set(path, withheldBy('draft', 'publishedAt: null'));
    else if (data.deletedAt) known.drafts.set(path, withheldBy('draft', `deletedAt: ${data.deletedAt.slice(0, 10)}`));
    else if (data.archivedAt)
      known.drafts.set(path, withheldBy('draft', `archivedAt: ${data.archivedAt.slice(0, 10)}`));
    const nameIn = fileNames();
    return [
      {
        path,
        title: titleOf(data),
        write: (writing) => writeDocument(titleOf(data), data.data, { ...writing, known }),
        children: (node.children ?? []).flatMap((child) => plan(child, `${folder}${name}/`, nameIn)),
      },
    ];
  };
  const nameOf = fileNames();
  const tree = (collection.documentStructure ?? []).flatMap((node) => plan(node, root, nameOf));
  const rest = Object.keys(documents).flatMap((id) => plan({ id }, root, nameOf));
  return [...introduce(collection, root, known), ...tree, ...rest];
}

/** The page of a collection with what it says of itself, if it says anything. */
function introduce(
  { name, data, description }: CollectionData['collection'],
  root: string,
  known: Known,
): WrittenPage[] {
  const isWritten =
    data && richHtml(data, { addressOf: (url) => url, miss: () => undefined }).replaceAll(/<\/?p>/g, '') !== '';
  if (isWritten) {
    const write: WrittenPage['write'] = (writing) => writeDocument(name, data, { ...writing, known });
    return [{ path: `${root}README.html`, title: name, children: [], write }];
  }
  const words = description?.trim() ?? '';
  return words === ''
    ? []
    : [{ path: `${root}README.md`, title: name, children: [], write: () => `# ${asLabel(name)}\n\n${words}\n` }];
}

/** The title, with an emoji that is its icon; other icons are names of pictures of Outline. */
function titleOf({ title, icon, emoji }: DocumentData): string {
  const sign = icon ?? emoji ?? '';
  return (/^\p{Extended_Pictographic}/u.test(sign) ? `${sign} ${title}` : title).trim() || 'Untitled';
}

function writeDocument(
  title: string,
  data: RichNode,
  { known, addressOf, warn }: PageWriting & { readonly known: Known },
): string {
  const missed: string[] = [];
  const body = richHtml(data, {
    addressOf: (url) => addressIn(url, known, addressOf),
    miss: (type) => missed.push(type),
  });
  if (missed.length > 0)
    warn(
      `${counted(missed.length, 'part is', 'parts are')} written as plain text: ${[...new Set(missed)].slice(0, 5).join(', ')}`,
    );
  return htmlPage(title, body);
}

/** Addresses of documents and attachments lead to their paths; others stay. */
function addressIn(url: string, { pathOf, files }: Known, addressOf: (path: string) => string): string {
  const [, attachment] = /\/api\/attachments\.redirect\?id=([\da-f-]{36})/.exec(url) ?? [];
  const file = attachment === undefined ? undefined : files.get(attachment);
  if (file !== undefined && file !== '') return addressOf(file);
  const [, address = '', hash = ''] =
    /^(?:https?:\/\/[^/]+)?\/doc\/([^/?#]{1,300})\/?(?:\?[^#]*)?(#.*)?$/.exec(url) ?? [];
  const path = pathOf.get(address) ?? pathOf.get(/[a-zA-Z\d]{10,15}$/.exec(address)?.[0] ?? '');
  return path === undefined ? url : `${addressOf(path)}${hash}`;
}
