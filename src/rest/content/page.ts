import type { Page, PageNode } from '../__generated__/resources.ts';
import { ref, objectSchema, type Schema } from '../schema.ts';

/** What older clients know the types of pages by. */
export const pageKinds = { document: 'sheet', group: 'group', link: 'link' } as const;

interface Tree {
  readonly pages: readonly Tree[];
}

/** A page with its text and the tree below it. */
export const page = {
  present: ({ body, descendants, ...node }: Page) => presentPage(node, treeOf(descendants, node.id), body),
  schema: () => ({ oneOf: [ref('DocumentPage'), ref('GroupPage'), ref('LinkPage')] }),
  components: ({ properties }: Schema) => pageSchemas(properties as Record<string, Schema>),
};

/** Pages, which come in reading order, under their parents. */
export const pageTree = {
  present: (nodes: readonly PageNode[]) => treeOf(nodes, null),
  schema: () => ({ type: 'array', items: ref('Page') }),
};

function treeOf(nodes: readonly PageNode[], rootId: string | null): readonly Tree[] {
  const below = new Map<string | null, Tree[]>([[rootId, []]]);
  for (const node of nodes) {
    const children: Tree[] = [];
    below.set(node.id, children);
    below.get(node.parent ?? null)?.push(presentPage(node, children, undefined));
  }
  return below.get(rootId) ?? [];
}

function presentPage(node: PageNode, pages: readonly Tree[], body: Page['body']): Tree {
  const { id, type, title, emoji, icon, createdAt, updatedAt, hidden, slug = '', path = '' } = node;
  const base = { id, type, kind: pageKinds[type], title, emoji, icon, createdAt, updatedAt, hidden };
  if (type === 'link') {
    const target = node.target ?? { kind: 'url', url: '' };
    // A link has no pages below it.
    return { ...base, target, href: target.url } as object as Tree;
  }
  const placed = { ...base, slug, path, noIndex: node.noIndex, noRobotsIndex: node.noRobotsIndex, pages };
  return type === 'group' ? placed : withDocument(node, placed, body);
}

const withDocument = (node: PageNode, placed: Tree, body: Page['body']) => ({
  ...placed,
  description: node.description,
  documentId: node.documentId,
  markdown: body?.markdown,
  document: body?.document,
  layout: node.layout,
  cover: node.cover,
  variables: node.variables.length === 0 ? undefined : valuesOf(node.variables),
  computed: node.computed,
  computedSeed: node.computedSeed,
  urls: node.urls,
});

/** Variables as an object of names and values. */
export const valuesOf = (variables: PageNode['variables']) =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]));

const strings: Schema = { type: 'object', additionalProperties: { type: 'string' } };
const anything: Schema = { type: 'object', additionalProperties: {} };

function pageSchemas(of: Record<string, Schema>): Record<string, Schema> {
  const { id, title, emoji, icon, createdAt, updatedAt, hidden, slug, path, noIndex, noRobotsIndex } = of;
  const typed = (type: keyof typeof pageKinds) => ({
    type: { type: 'string', const: type },
    kind: { type: 'string', const: pageKinds[type] },
  });
  const base = { id, title, createdAt, updatedAt, hidden };
  const look = { emoji, icon };
  const pages = { type: 'array', items: ref('Page'), description: 'The pages right below it, in order.' };
  const placed = { ...base, slug, path, noIndex, noRobotsIndex, pages };
  const body = (of['body']?.['properties'] ?? {}) as Schema;
  const computed = objectSchema({ type: { type: 'string' } }, { dependencies: anything, props: anything });
  return {
    DocumentPage: objectSchema(
      { ...placed, ...typed('document'), layout: of['layout'], urls: of['urls'] },
      {
        ...look,
        description: of['description'],
        documentId: of['documentId'],
        markdown: body['markdown'],
        document: ref('JsonDocument'),
        cover: of['cover'],
        variables: strings,
        computed,
        computedSeed: { type: 'string' },
      },
    ),
    GroupPage: objectSchema({ ...placed, ...typed('group') }, look),
    LinkPage: objectSchema(
      { ...base, ...typed('link'), target: ref('ContentReference') },
      { ...look, href: { type: 'string' } },
    ),
  };
}
