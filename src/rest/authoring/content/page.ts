import type { Page, PageNode } from '../../__generated__/resources.ts';
import { ref, objectSchema, type Schema } from '../../schema.ts';

const pageKinds = { document: 'sheet', group: 'group', link: 'link' } as const;
type PageType = keyof typeof pageKinds;

export const pageKind = {
  present: (type: PageType) => pageKinds[type],
  schema: () => ({
    type: 'string',
    enum: Object.values(pageKinds),
    description: 'What older clients know the type by.',
  }),
};

/** An empty list instead of the child pages, which would multiply the size of lists. Links have no such list. */
export const noPages = {
  present: (type: PageType) => (type === 'link' ? undefined : []),
  schema: () => ({ type: 'array', items: { not: {} }, description: 'The pages below it are left out here.' }),
  optional: true,
} as const;

interface Tree {
  readonly pages?: readonly Tree[];
  readonly [member: string]: unknown;
}

/** A page with its text and its descendants. */
export const page = {
  present: ({ body, descendants, ...node }: Page) => presentPage(node, toTree(descendants, node.id), body),
  schema: () => ({ oneOf: [ref('DocumentPage'), ref('GroupPage'), ref('LinkPage')] }),
  components: ({ properties }: Schema) => pageSchemas(properties as Record<string, Schema>),
};

/** Converts a list of pages in reading order to a tree. */
export const pageTree = {
  present: (nodes: readonly PageNode[]) => toTree(nodes, null),
  schema: () => ({ type: 'array', items: ref('Page') }),
};

function toTree(nodes: readonly PageNode[], rootId: string | null): readonly Tree[] {
  const below = new Map<string | null, Tree[]>([[rootId, []]]);
  for (const node of nodes) {
    const children: Tree[] = [];
    below.set(node.id, children);
    below.get(node.parent ?? null)?.push(presentPage(node, children, undefined));
  }
  return below.get(rootId) ?? [];
}

function presentPage(node: PageNode, pages: readonly Tree[], body: Page['body']): Tree {
  const { id, type, kind, title, emoji, icon, createdAt, updatedAt, hidden } = node;
  const base = { id, type, kind, title, emoji, icon, createdAt, updatedAt, hidden };
  const { slug, path, noIndex, noRobotsIndex, target, variables } = node;
  if (type === 'link') return { ...base, target: target ?? { kind: 'url', url: '' }, href: target?.url };
  if (type === 'group') return { ...base, slug, path, noIndex, noRobotsIndex, pages };
  const named = variables.length === 0 ? undefined : valuesOf(variables);
  return { ...node, ...body, parent: undefined, target: undefined, variables: named, pages };
}

/** Converts variables to an object of values by name. */
export const valuesOf = (variables: PageNode['variables']) =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]));

function pageSchemas(of: Record<string, Schema>): Record<string, Schema> {
  const { id, title, emoji, icon, createdAt, updatedAt, hidden, slug, path, noIndex, noRobotsIndex } = of;
  const { description, documentId, layout, urls, cover, computed, computedSeed, git, body } = of;
  const typed = (type: PageType) => ({
    type: { type: 'string', const: type },
    kind: { type: 'string', const: pageKinds[type] },
  });
  const base = { id, title, createdAt, updatedAt, hidden };
  const look = { emoji, icon };
  const pages = { type: 'array', items: ref('Page'), description: 'The pages right below it, in order.' };
  const placed = { ...base, slug, path, noIndex, noRobotsIndex, pages };
  const variables = { type: 'object', additionalProperties: { type: 'string' } };
  const ofDocuments = { description, documentId, cover, variables, computed, computedSeed, git };
  return {
    DocumentPage: objectSchema(
      { ...placed, ...typed('document'), layout, urls },
      { ...look, ...ofDocuments, ...(body?.['properties'] as Schema) },
    ),
    GroupPage: objectSchema({ ...placed, ...typed('group') }, look),
    LinkPage: objectSchema(
      { ...base, ...typed('link'), target: ref('ContentReference') },
      { ...look, href: { type: 'string' } },
    ),
  };
}
