import * as z from 'zod';
import { hasScope } from '../../access/policy.ts';
import type { Context } from '../../domain/core/context.ts';
import type { ToolResult } from '../../handmade/mcp/protocol.ts';
import { refused } from '../../handmade/mcp/tools.ts';
import { aDocument, selectList, type Listed } from '../document.ts';
import * as forms from '../forms.ts';
import { memberTool, type MemberTool } from '../member-tool.ts';
import { nameOf, oneLine, tellList } from '../texts.ts';

interface Named {
  readonly id: string;
  readonly title: string;
}

const organizationsOf = aDocument<{ viewer: { organizations: Listed<Named> } }>(
  `query Organizations { viewer { organizations(first: 50) ${selectList('id title')} } }`,
);

/** Runs a tool in the organization that is given, or else in the only one of the caller. */
export async function inOrganization(
  ctx: Context,
  given: string | undefined,
  run: (id: string) => Promise<ToolResult>,
): Promise<ToolResult> {
  const named = given ?? ctx.actor.organizationId;
  if (named !== null) return run(named);
  if (!hasScope(ctx.actor, 'org:read')) return refused('Name the organization: the token may not list them');
  const { edges } = (await organizationsOf(ctx, {})).viewer.organizations;
  const [first, ...others] = edges.map(({ node }) => node);
  if (first !== undefined && others.length === 0) return run(first.id);
  const list = edges.map(({ node }) => `\n- ${node.id} ${oneLine(node.title)}`).join('');
  return refused(`Name one of the organizations:${list}`);
}

interface ListedSpace extends Named {
  readonly language: string | null;
  readonly parent: Named | null;
}

const spacesOf = aDocument<{ organization: { spaces: Listed<ListedSpace> } }>(
  `query Spaces($organization: ID!, $title: String, $after: String) {
    organization(id: $organization) { spaces(first: 50, title: $title, after: $after) ${selectList('id title language parent { id title }')} }
  }`,
);

const listSpaces = memberTool({
  name: 'list_spaces',
  title: 'List spaces',
  description: 'Lists the spaces of an organization that you may read.',
  scopes: ['space:read'],
  form: z.strictObject({
    organization: forms.organization,
    title: z.string().max(100).optional().describe('Words of the title'),
    after: forms.after,
  }),
  run: (ctx, { organization, ...rest }) =>
    inOrganization(ctx, organization, async (id) => {
      const found = await spacesOf(ctx, { organization: id, ...rest });
      return tellList('spaces', found.organization.spaces, ({ id: spaceId, title, language, parent }) => {
        const where = parent === null ? '' : ` in ${oneLine(parent.title)}`;
        return `${spaceId} ${oneLine(title)}${where}${language === null ? '' : ` (${language})`}`;
      });
    }),
});

interface FoundPage {
  readonly pageId: string;
  readonly spaceId: string;
  readonly title: string;
  readonly path: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
}

/** How a query was read, when no page matches it as it is. */
interface Reading {
  readonly corrections: readonly { readonly word: string; readonly readAs: readonly string[] }[] | null;
  readonly leftOut: readonly string[] | null;
}

type Searched<Item> = Listed<Item> & Reading;

const page = 'pageId spaceId title path sections { title text }';
const reading = 'corrections { word readAs } leftOut';
const searchSpace = aDocument<{ space: { search: Searched<FoundPage> } }>(
  `query Search($space: ID!, $query: String!) {
    space(id: $space) { search(query: $query, first: 15) ${selectList(page, reading)} }
  }`,
);
const searchOrganization = aDocument<{ organization: { search: Searched<{ readonly pages: readonly FoundPage[] }> } }>(
  `query SearchAll($organization: ID!, $query: String!) {
    organization(id: $organization) { search(query: $query, first: 15) ${selectList(`pages { ${page} }`, reading)} }
  }`,
);

const search = memberTool({
  name: 'search',
  title: 'Search',
  description: 'Finds pages by words in a space, or in all spaces of an organization, the best first, with excerpts.',
  scopes: ['space:content:read'],
  form: z.strictObject({
    query: z.string().trim().min(1).max(200).describe('A few words'),
    space: forms.space.optional(),
    organization: forms.organization,
  }),
  run: async (ctx, given) => {
    if (given.space !== undefined) {
      const { search: results } = (await searchSpace(ctx, given)).space;
      return tellPages(
        results.edges.map(({ node }) => node),
        results,
      );
    }
    return inOrganization(ctx, given.organization, async (organization) => {
      const { search: results } = (await searchOrganization(ctx, { ...given, organization })).organization;
      return tellPages(
        results.edges.flatMap(({ node }) => node.pages),
        results,
      );
    });
  },
});

const maxExcerpt = 300;

function tellPages(pages: readonly FoundPage[], { corrections, leftOut }: Reading): ToolResult {
  const found = pages.map(({ pageId, spaceId, title, path, sections: [best] }) => {
    const excerpt =
      best === undefined ? '' : `\n  ${best.text.replaceAll(/\s+/g, ' ').slice(0, maxExcerpt).toWellFormed()}`;
    return `- ${pageId} in ${spaceId}: ${oneLine(title)} (${path})${excerpt}`;
  });
  const notes = [
    ...(corrections ?? []).map(({ word, readAs }) => `"${word}" was read as "${readAs.join(', ')}"`),
    ...(leftOut ?? []).map((word) => `"${word}" is on no page and was left out`),
  ];
  return { texts: [found.length === 0 ? 'Nothing was found' : [...notes, ...found].join('\n')] };
}

interface RecentEvent {
  readonly type: string;
  readonly createdAt: string;
  readonly actor: { readonly displayName: string } | null;
  readonly subjectId: string;
  readonly subjectTitle: string | null;
  readonly spaceId: string | null;
}

const recent = aDocument<{ organization: { events: Listed<RecentEvent> } }>(
  `query Recent($organization: ID!, $space: ID, $after: String) {
    organization(id: $organization) {
      events(first: 50, spaceId: $space, after: $after, orderBy: { direction: DESC }) ${selectList('type createdAt actor { displayName } subjectId subjectTitle spaceId')}
    }
  }`,
);

const recentChanges = memberTool({
  name: 'recent_changes',
  title: 'Recent changes',
  description: 'Lists what happened in an organization or a space, newest first.',
  scopes: ['org:read'],
  form: z.strictObject({ organization: forms.organization, space: forms.space.optional(), after: forms.after }),
  run: (ctx, { organization, ...rest }) =>
    inOrganization(ctx, organization, async (id) => {
      const { events } = (await recent(ctx, { organization: id, ...rest })).organization;
      return tellList('events', events, ({ type, createdAt, actor, subjectId, subjectTitle, spaceId }) => {
        const where = spaceId === null ? '' : ` in ${spaceId}`;
        return `${createdAt} ${type} ${subjectId} ${oneLine(subjectTitle)}${where} by ${nameOf(actor)}`;
      });
    }),
});

interface ListedMember {
  readonly userId: string;
  readonly user: { readonly displayName: string; readonly email: string | null } | null;
}

const membersOf = aDocument<{ organization: { members: Listed<ListedMember> } }>(
  `query Members($organization: ID!, $search: String) {
    organization(id: $organization) { members(first: 20, search: $search) ${selectList('userId user { displayName email }')} }
  }`,
);

const listMembers = memberTool({
  name: 'list_members',
  title: 'List members',
  description: 'Finds members by name or address, such as those who may be asked for a review.',
  scopes: ['org:members:read'],
  form: z.strictObject({
    search: z.string().max(100).optional().describe('Words of a name or address'),
    organization: forms.organization,
  }),
  run: (ctx, { organization, search: words }) =>
    inOrganization(ctx, organization, async (id) => {
      const { members } = (await membersOf(ctx, { organization: id, search: words })).organization;
      return tellList(
        'members',
        members,
        ({ userId, user }) => `${userId} ${nameOf(user)} ${oneLine(user?.email ?? '')}`,
      );
    }),
});

export const spaceTools: readonly MemberTool[] = [listSpaces, search, recentChanges, listMembers];
