import * as z from 'zod';
import { ChangeRequestDescription, ChangeRequestSubject } from '../../domain/authoring/change-requests/fields.ts';
import { RequestedReviewers } from '../../domain/authoring/reviews/fields.ts';
import { From, partOf } from '../../handmade/mcp/tools.ts';
import { aDocument, selectList, type Listed } from '../document.ts';
import * as forms from '../forms.ts';
import { memberTool, proposingTool, type MemberTool } from '../member-tool.ts';
import { indented, nameOf, oneLine, tellList } from '../texts.ts';
import { brokenLinks, tellLink, type Links } from './pages.ts';

interface Person {
  readonly displayName: string;
}

interface ListedRequest {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly status: string;
  readonly createdBy: Person | null;
  readonly updatedAt: string;
}

const listed = 'id number subject status createdBy { displayName } updatedAt';

const tellRequest = ({ id, number, subject, status, createdBy, updatedAt }: ListedRequest): string =>
  `${id} #${number} [${status}] ${oneLine(subject) || 'without a subject'} by ${nameOf(createdBy)}, ${updatedAt}`;

const requestsOf = aDocument<{ space: { changeRequests: Listed<ListedRequest> } }>(
  `query Requests($space: ID!, $status: [ChangeRequestStatus!], $after: String) {
    space(id: $space) { changeRequests(first: 30, status: $status, after: $after) ${selectList(listed)} }
  }`,
);

const statuses = ['draft', 'open', 'merged', 'archived'] as const;

const listChangeRequests = memberTool({
  name: 'list_change_requests',
  title: 'List change requests',
  description: 'Lists the change requests of a space, those that are open unless others are asked for.',
  scopes: ['space:change-requests:read'],
  form: z.strictObject({ space: forms.space, status: z.enum(statuses).optional(), after: forms.after }),
  run: async (ctx, { status = 'open', ...at }) => {
    const { changeRequests } = (await requestsOf(ctx, { ...at, status: [status.toUpperCase()] })).space;
    return tellList('change requests', changeRequests, tellRequest);
  },
});

interface Conflicted {
  readonly subjectId: string;
  readonly title: string;
  readonly conflicts: readonly { readonly kind: string; readonly field: string | null }[];
}

const conflicted = 'subjectId title conflicts { kind field }';

const tellConflict = ({ subjectId, title, conflicts }: Conflicted): string => {
  const kinds = conflicts.map(({ kind, field }) => (field === null ? kind : `${kind} of ${field}`)).join(', ');
  return `- ${subjectId} ${oneLine(title)}: ${kinds}`;
};

interface Change {
  readonly type: string;
  readonly subjectId: string;
  readonly title: string;
  readonly path: string | null;
  readonly hunks: readonly { readonly lines: readonly string[] }[];
}

interface WholeRequest extends ListedRequest {
  readonly description: string;
  readonly outdated: boolean;
  readonly revisionId: string;
  readonly appUrl: string;
  readonly reviews: Listed<{ readonly reviewer: Person | null; readonly status: string; readonly outdated: boolean }>;
  readonly requestedReviewers: Listed<{ readonly user: Person | null }>;
  readonly changes: { readonly items: readonly Change[]; readonly more: number };
  readonly conflicts: readonly Conflicted[];
}

const whole = aDocument<{ space: { changeRequest: WholeRequest } }>(
  `query Request($space: ID!, $changeRequest: ID!) { space(id: $space) { changeRequest(id: $changeRequest) {
    ${listed} description outdated revisionId appUrl
    reviews(first: 20) ${selectList('reviewer { displayName } status outdated')}
    requestedReviewers(first: 20) ${selectList('user { displayName }')}
    changes(limit: 50) { items { type subjectId title path hunks { lines } } more }
    conflicts { ${conflicted} }
  } } }`,
);

const readChangeRequest = memberTool({
  name: 'read_change_request',
  title: 'Read a change request',
  description: 'Returns the status of a change request, its reviews, what it changes, and its conflicts.',
  scopes: ['space:change-requests:read', 'space:content:read'],
  form: z.strictObject({ space: forms.space, changeRequest: forms.changeRequest, from: From }),
  run: async (ctx, { from, ...at }) => {
    const request = (await whole(ctx, at)).space.changeRequest;
    const { description, outdated, revisionId, appUrl, changes, conflicts } = request;
    const reviews = request.reviews.edges.map(
      ({ node }) => `- ${node.status}${node.outdated ? ' (of an earlier revision)' : ''} by ${nameOf(node.reviewer)}`,
    );
    const asked = request.requestedReviewers.edges.map(({ node }) => nameOf(node.user));
    const texts = changes.items.map(({ type, subjectId, title, path, hunks }) => {
      const lines = hunks.flatMap((hunk) => ['', ...hunk.lines]);
      return `### ${type} ${subjectId} ${oneLine(title)}${path === null ? '' : ` (${path})`}\n${indented(lines.join('\n'))}`;
    });
    const text = [
      tellRequest(request),
      `Revision ${revisionId}${outdated ? '; the main content has changed since' : ''}\n${appUrl}`,
      description,
      asked.length === 0 ? '' : `Asked for a review: ${asked.join(', ')}`,
      reviews.length === 0 ? '' : `## Reviews\n\n${reviews.join('\n')}`,
      conflicts.length === 0 ? '' : `## Conflicts\n\n${conflicts.map(tellConflict).join('\n')}`,
      `## Changes\n\n${texts.length === 0 ? 'None' : texts.join('\n\n')}`,
      changes.more === 0 ? '' : `${changes.more} more changes`,
    ];
    return partOf(text.filter((part) => part !== '').join('\n\n'), from);
  },
});

const checked = aDocument<{
  space: {
    changeRequest: {
      readonly content: { readonly links: Links };
      readonly mergePreview: Readonly<Record<'added' | 'edited' | 'moved' | 'deleted', number>> & {
        readonly conflicts: readonly Conflicted[];
      };
    };
  };
}>(
  `query Check($space: ID!, $changeRequest: ID!, $after: String) { space(id: $space) { changeRequest(id: $changeRequest) {
    content { ${brokenLinks} } mergePreview { added edited moved deleted conflicts { ${conflicted} } }
  } } }`,
);

const checkChangeRequest = memberTool({
  name: 'check_change_request',
  title: 'Check a change request',
  description: 'Says what merging would do: pages, conflicts and broken links. Check before you ask for a review.',
  scopes: ['space:content:read'],
  form: z.strictObject({ space: forms.space, changeRequest: forms.changeRequest }),
  run: async (ctx, at) => {
    const { content, mergePreview } = (await checked(ctx, at)).space.changeRequest;
    const { added, edited, moved, deleted, conflicts } = mergePreview;
    const links = tellList('broken links', content.links, tellLink);
    const merge = `Merging adds ${added}, edits ${edited}, moves ${moved} and deletes ${deleted} pages`;
    const problems =
      conflicts.length === 0 ? 'No conflicts' : `## Conflicts\n\n${conflicts.map(tellConflict).join('\n')}`;
    return { texts: [`${merge}\n\n${problems}\n\n${links.texts[0] ?? ''}`] };
  },
});

const created = aDocument<{
  createChangeRequest: { changeRequest: ListedRequest & { readonly revisionId: string; readonly appUrl: string } };
}>(
  `mutation Create($space: ID!, $input: CreateChangeRequestInput!) {
    createChangeRequest(spaceId: $space, input: $input) { changeRequest { ${listed} revisionId appUrl } }
  }`,
);

const createChangeRequest = proposingTool({
  name: 'create_change_request',
  title: 'Create a change request',
  description: 'Begins a draft in which pages can be edited. A person reviews and merges it.',
  scopes: ['space:change-requests:write'],
  form: z.strictObject({
    space: forms.space,
    subject: ChangeRequestSubject.min(1).describe('What it changes, in a line'),
  }),
  run: async (ctx, { space, subject }) => {
    const { changeRequest } = (await created(ctx, { space, input: { subject } })).createChangeRequest;
    const { revisionId, appUrl } = changeRequest;
    return { texts: [`${tellRequest(changeRequest)}\nRevision ${revisionId}\n${appUrl}`] };
  },
});

const requested = aDocument<{
  requestReview: {
    changeRequest: ListedRequest & { readonly appUrl: string };
    users: readonly { readonly user: Person | null }[];
  };
}>(
  `mutation RequestReview($space: ID!, $changeRequest: ID!, $input: RequestReviewInput!) {
    requestReview(spaceId: $space, changeRequestId: $changeRequest, input: $input) {
      changeRequest { ${listed} appUrl } users { user { displayName } }
    }
  }`,
);

const requestReview = proposingTool({
  name: 'request_review',
  title: 'Request a review',
  description: 'Opens a change request and asks members to review it. They are notified.',
  scopes: ['space:change-requests:write'],
  form: z.strictObject({
    space: forms.space,
    changeRequest: forms.changeRequest,
    reviewers: RequestedReviewers.describe('Ids of members; not its author'),
    subject: ChangeRequestSubject.optional(),
    description: ChangeRequestDescription.optional().describe('Markdown: what changes and why'),
  }),
  run: async (ctx, { space, changeRequest, reviewers, subject, description }) => {
    const input = {
      userIds: reviewers,
      ...(subject === undefined ? {} : { subject }),
      ...(description === undefined ? {} : { description: { markdown: description } }),
    };
    const { requestReview: answer } = await requested(ctx, { space, changeRequest, input });
    const asked = answer.users.map(({ user }) => nameOf(user)).join(', ');
    return { texts: [`${tellRequest(answer.changeRequest)}\nAsked: ${asked}\n${answer.changeRequest.appUrl}`] };
  },
});

export const changeRequestTools: readonly MemberTool[] = [
  listChangeRequests,
  readChangeRequest,
  createChangeRequest,
  checkChangeRequest,
  requestReview,
];
