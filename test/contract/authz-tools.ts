import { errorTypes } from '../../src/lib/errors.ts';
import type { Caller } from '../harness.ts';
import { callTool } from '../tool-calls.ts';
import type { TriedRequest } from './authz-requests.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Make = (request: TriedRequest) => Arguments;
type Call = (request: TriedRequest, caller: Pick<Caller, 'rest'>) => Arguments | Promise<Arguments>;

const at: Make = ({ params: { spaceId, changeRequestId } }) => ({
  space: spaceId,
  ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }),
});
const inOrganization: Make = ({ params }) => ({ organization: params['organizationId'] });
const onPage: Make = (request) => ({
  ...at(request),
  page: request.params['pageId'] ?? request.params['pagePath'],
});
const text: Make = (request) => ({ ...at(request), text: 'Hello' });

/** The revision of the change request, or another one for a caller who may not read it. */
const edits: Call = async (request, caller) => {
  const { spaceId, changeRequestId } = request.params;
  const { body } = await caller.rest(`GET /v1/spaces/${spaceId}/change-requests/${changeRequestId}`);
  const changes = [{ operation: 'insert', title: 'Inserted' }];
  return { ...at(request), revision: body.revision ?? 'rev_unknown', changes };
};

const reviews: Make = (request) => ({
  ...at(request),
  reviewers: (request.body as { users: readonly string[] }).users,
});

/** The tool that does what an operation of REST does, and its arguments. */
const tools: Readonly<Record<string, readonly [name: string, call: Call]>> = {
  listSpacesInOrganizationById: ['list_spaces', inOrganization],
  searchSpaceContent: ['search', (request) => ({ ...at(request), query: 'words' })],
  searchOrganizationContent: ['search', (request) => ({ ...inOrganization(request), query: 'words' })],
  listEvents: ['recent_changes', inOrganization],
  listMembersInOrganizationById: ['list_members', inOrganization],
  listOpenAPISpecs: ['read_api', inOrganization],
  getOpenAPISpecBySlug: ['read_api', (request) => ({ ...inOrganization(request), spec: request.params['specSlug'] })],
  listPages: ['read_outline', at],
  listPagesInChangeRequest: ['read_outline', at],
  getPageById: ['read_page', onPage],
  getPageByPath: ['read_page', onPage],
  getPageInChangeRequestById: ['read_page', onPage],
  getPageInChangeRequestByPath: ['read_page', onPage],
  listPageBacklinksInSpace: ['find_references', onPage],
  listPageBacklinksInChangeRequest: ['find_references', onPage],
  listSpaceLinks: ['check_links', at],
  listChangeRequestLinks: ['check_links', at],
  listChangeRequestsForSpace: ['list_change_requests', at],
  getChangeRequestById: ['read_change_request', at],
  getChangeRequestChanges: ['read_change_request', at],
  createChangeRequest: ['create_change_request', (request) => ({ ...at(request), subject: 'New' })],
  previewMergeOfChangeRequest: ['check_change_request', at],
  updateChangeRequestContent: ['edit_pages', edits],
  requestReviewersForChangeRequest: ['request_review', reviews],
  listCommentsInSpace: ['list_comments', at],
  listCommentsInChangeRequest: ['list_comments', at],
  postCommentInSpace: ['comment', text],
  postCommentInChangeRequest: ['comment', text],
  postCommentReplyInSpace: ['comment', (request) => ({ ...text(request), thread: request.params['commentId'] })],
};

export const hasTool = (operationId: string): boolean => operationId in tools;

/** The name of the tool that does what an operation does. */
export const toolOf = (operationId: string): string | undefined => tools[operationId]?.[0];

export const toolNames: ReadonlySet<string> = new Set(Object.values(tools).map(([name]) => name));

/** Calls the tool of an operation, and returns the status that the operation would answer. */
export async function askTool(
  operationId: string,
  caller: Pick<Caller, 'rest'>,
  request: TriedRequest,
): Promise<number> {
  const [name, call] = tools[operationId]!;
  const { status, texts, isError } = await callTool(caller, name, await call(request, caller));
  if (status !== 200 || !isError) return status;
  const type = /^(\w+):/.exec(texts[0] ?? '')?.[1] ?? '';
  return type in errorTypes ? errorTypes[type as keyof typeof errorTypes][0] : 400;
}
