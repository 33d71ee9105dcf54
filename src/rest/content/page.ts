import type { ContentPageFragment, ContentPageWithBodyFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given } from '../shared/schemas.ts';
import { Page, pageKinds, type PageJson } from './page-schema.ts';
import { presentReference } from './reference.ts';

type PageNode = ContentPageFragment;

/** A page with its text and the tree below it. */
export const page: Resource<ContentPageWithBodyFragment, PageJson> = {
  schema: Page,
  present: (node) => presentPage(node, presentTree(node.descendants, node.id), node.body),
};

/** Puts pages, which come in reading order, under their parents. */
export function presentTree(nodes: readonly PageNode[], rootId: string | null = null): PageJson[] {
  const below = new Map<string | null, PageJson[]>([[rootId, []]]);
  for (const node of nodes) {
    const children: PageJson[] = [];
    below.set(node.id, children);
    below.get(node.parentId ?? null)?.push(presentPage(node, children, null));
  }
  return below.get(rootId) ?? [];
}

type Body = ContentPageWithBodyFragment['body'];

function presentPage(node: PageNode, pages: PageJson[], body: Body): PageJson {
  switch (node.type) {
    case 'document':
      return presentDocument(node, pages, body);
    case 'group':
      return {
        id: node.id,
        type: 'group',
        kind: pageKinds.group,
        title: node.title,
        emoji: given(node.emoji),
        icon: given(node.icon),
        createdAt: node.createdAt,
        updatedAt: node.updatedAt,
        slug: node.slug ?? '',
        path: node.path ?? '',
        hidden: node.hidden,
        noIndex: node.noIndex,
        noRobotsIndex: node.noRobotsIndex,
        pages,
      };
    case 'link': {
      const target = node.target ? presentReference(node.target) : { kind: 'url' as const, url: '' };
      return {
        id: node.id,
        type: 'link',
        kind: pageKinds.link,
        title: node.title,
        emoji: given(node.emoji),
        icon: given(node.icon),
        createdAt: node.createdAt,
        updatedAt: node.updatedAt,
        hidden: node.hidden,
        target,
        href: target.url,
      };
    }
  }
}

const presentDocument = (node: PageNode, pages: PageJson[], body: Body): PageJson => ({
  id: node.id,
  type: 'document',
  kind: pageKinds.document,
  title: node.title,
  emoji: given(node.emoji),
  icon: given(node.icon),
  createdAt: node.createdAt,
  updatedAt: node.updatedAt,
  urls: { app: node.app },
  slug: node.slug ?? '',
  path: node.path ?? '',
  description: given(node.description),
  documentId: given(node.documentId),
  markdown: given(body?.markdown),
  document: given(body?.document as { object: 'document' } | null | undefined),
  hidden: node.hidden,
  noIndex: node.noIndex,
  noRobotsIndex: node.noRobotsIndex,
  layout: node.layout,
  cover: presentCover(node.cover),
  variables: node.variables.length === 0 ? undefined : valuesOf(node.variables),
  ...presentComputed(node),
  pages,
});

const presentComputed = ({ id, computed }: PageNode) =>
  computed
    ? {
        computed: {
          type: computed.type,
          dependencies: given(computed.dependencies as Record<string, unknown> | null),
          props: given(computed.props as Record<string, unknown> | null),
        },
        computedSeed: id,
      }
    : {};

function presentCover(cover: PageNode['cover']) {
  if (!cover) return undefined;
  return {
    yPos: cover.yPos,
    ref: cover.ref ? presentReference(cover.ref) : undefined,
    refDark: cover.refDark ? presentReference(cover.refDark) : undefined,
  };
}

/** Variables as the contract has them: name → value. */
export const valuesOf = (variables: PageNode['variables']) =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]));
