import * as z from 'zod';
import { From, partOf, refused } from '../../handmade/mcp/tools.ts';
import { typeOfId } from '../../lib/ids.ts';
import { inContent, selectList, type Listed } from '../document.ts';
import * as forms from '../forms.ts';
import { memberTool, type MemberTool } from '../member-tool.ts';
import { findSection } from '../section.ts';
import { oneLine, tellList } from '../texts.ts';

interface TreePage {
  readonly pageId: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly path: string | null;
  readonly type: string;
  readonly hidden: boolean;
}

const outline = inContent<{ readonly revisionId: string; readonly allPages: readonly TreePage[] }>(
  'Outline',
  '',
  'revisionId allPages { pageId parentId title path type hidden }',
);

const readOutline = memberTool({
  name: 'read_outline',
  title: 'Read the outline',
  description: 'Lists the pages of a space as a tree, with ids and paths.',
  scopes: ['space:content:read'],
  form: z.strictObject({ space: forms.space, changeRequest: forms.inRequest, from: From }),
  run: async (ctx, { from, ...at }) => {
    const { revisionId, allPages } = await outline(ctx, at);
    const depths = new Map<string, number>();
    const lines = allPages.map(({ pageId, parentId, title, path, type, hidden }) => {
      const depth = parentId === null ? 0 : (depths.get(parentId) ?? 0) + 1;
      depths.set(pageId, depth);
      const kind = type === 'document' ? '' : ` [${type}]`;
      return `${'  '.repeat(depth)}- ${pageId} ${oneLine(title)}${path === null ? '' : ` (${path})`}${kind}${hidden ? ' [hidden]' : ''}`;
    });
    return partOf(`Revision ${revisionId}\n\n${lines.join('\n')}\n`, from);
  },
});

interface ReadPage {
  readonly pageId: string;
  readonly title: string;
  readonly path: string | null;
  readonly description: string | null;
  readonly markdown: string | null;
}

const select = 'page(id: $id, path: $path) { pageId title path description markdown }';
const pageIn = inContent<{ readonly revisionId: string; readonly page: ReadPage | null }>(
  'Page',
  ', $id: ID, $path: String',
  `revisionId ${select}`,
);

/** Names a page by its id, or else by its path. */
const idOrPath = (page: string) =>
  typeOfId(page) === 'Page' ? { id: page } : { path: page.replaceAll(/^\/+|\/+$/g, '') };

const readPage = memberTool({
  name: 'read_page',
  title: 'Read a page',
  description: 'Returns a page, or one section of it, as Markdown.',
  scopes: ['space:content:read'],
  form: z.strictObject({
    space: forms.space,
    page: forms.page,
    changeRequest: forms.inRequest,
    heading: z.string().max(500).optional().describe('Returns the section below this heading alone'),
    from: From,
  }),
  run: async (ctx, { page: named, heading, from, ...at }) => {
    const { revisionId, page } = await pageIn(ctx, { ...at, ...idOrPath(named) });
    if (page === null) return refused('not_found: The space has no such page. Find it by search or read_outline');
    const markdown = page.markdown ?? '';
    const text = heading === undefined ? markdown : findSection(markdown, heading);
    if (text === null) return refused(`The page has no heading "${oneLine(heading ?? '')}"`);
    const about = page.description === null ? '' : `Description: ${oneLine(page.description)}\n`;
    const source = `Page ${page.pageId}: ${oneLine(page.title)} (${page.path ?? ''})\nRevision ${revisionId}\n${about}`;
    const part = partOf(text, from);
    return part.isError ? part : { texts: [source, ...part.texts] };
  },
});

interface Location {
  readonly kind: string;
  readonly url: string | null;
  readonly page: { readonly pageId: string; readonly title: string; readonly path: string | null } | null;
  readonly space: { readonly spaceId: string; readonly title: string } | null;
}

const location = 'kind url page { pageId title path } space { spaceId title }';

const tellLocation = ({ kind, url, page, space }: Location): string =>
  page === null
    ? `${kind} ${url ?? oneLine(space?.title ?? '')}`
    : `${page.pageId}${space === null ? '' : ` in ${space.spaceId}`}: ${oneLine(page.title)} (${page.path ?? ''})`;

const backlinks = inContent<{ readonly page: { readonly backlinks: Listed<Location> } | null }>(
  'References',
  ', $id: ID, $path: String, $after: String',
  `page(id: $id, path: $path) { backlinks(first: 50, after: $after) ${selectList(location)} }`,
);

const findReferences = memberTool({
  name: 'find_references',
  title: 'Find references',
  description: 'Lists the pages that link to a page, also in other spaces. Look before you move or delete it.',
  scopes: ['space:content:read'],
  form: z.strictObject({ space: forms.space, page: forms.page, changeRequest: forms.inRequest, after: forms.after }),
  run: async (ctx, { page: named, ...at }) => {
    const { page } = await backlinks(ctx, { ...at, ...idOrPath(named) });
    return page === null
      ? refused('not_found: The space has no such page. Find it by search or read_outline')
      : tellList('references', page.backlinks, tellLocation);
  },
});

interface BrokenLink {
  readonly href: string;
  readonly location: Location;
}

/** Selects links that lead nowhere. */
export const brokenLinks = `links(status: BROKEN, first: 50, after: $after) ${selectList(`href location { ${location} }`)}`;

export const tellLink = ({ href, location: where }: BrokenLink): string => `${oneLine(href)} on ${tellLocation(where)}`;

export type Links = Listed<BrokenLink>;

const broken = inContent<{ readonly links: Links }>('BrokenLinks', ', $after: String', brokenLinks);

const checkLinks = memberTool({
  name: 'check_links',
  title: 'Check links',
  description: 'Lists the links of a space that lead nowhere, with their pages.',
  scopes: ['space:content:read'],
  form: z.strictObject({ space: forms.space, changeRequest: forms.inRequest, after: forms.after }),
  run: async (ctx, at) => tellList('broken links', (await broken(ctx, at)).links, tellLink),
});

export const pageTools: readonly MemberTool[] = [readOutline, readPage, findReferences, checkLinks];
