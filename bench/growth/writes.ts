import { growthId } from './data.ts';
import type { Answer, Call, Operation } from './operation.ts';

/** What a write names is new each time, also in a database that an earlier run has left. */
const run = Date.now().toString(36);
let writes = 0;
const unused = () => `${run}-${(writes += 1)}`;

const organization = (size: number) => `/v1/orgs/${growthId('org', size)}`;
const large = (size: number) => `/v1/spaces/${growthId('spc', size)}`;
const requests = (size: number) => `${large(size)}/change-requests`;
const site = (size: number, nth: number) => `${organization(size)}/sites/${growthId('site', size, nth)}`;
const members = (size: number) => `${organization(size)}/members`;
const teamMembers = (size: number) => `${organization(size)}/teams/${growthId('team', size, 1)}/members`;
const user = (size: number, nth: number) => growthId('usr', size, nth);

const post = (path: string, body: object = {}): Call => ({ method: 'POST', path, body });
const put = (path: string, body: object = {}): Call => ({ method: 'PUT', path, body });
const patch = (path: string, body: object): Call => ({ method: 'PATCH', path, body });
const remove = (path: string): Call => ({ method: 'DELETE', path });

const change = (path: string, operation: string, values: object) =>
  post(`${path}/content`, { changes: [{ operation, ...values }] });

/** A new text of a page. */
const text = () => ({ markdown: `# Intro\n\nText of common words ${unused()}.\n\n## Limits\n` });

/** A page that has none below it. */
const leaf = (size: number, nth: number) => growthId('pg', size, size - nth);

/** A page that has twenty below it, which have none. */
const branch = (size: number) => growthId('pg', size, Math.min(30, size / 20 - 2));

const insertPage = (size: number) =>
  change(large(size), 'insert_page', { title: `New ${unused()}`, into: growthId('pg', size, 1), document: text() });

const createSpace = (size: number) => post(`${organization(size)}/spaces`, { title: `Space ${unused()}` });
const createRequest = (size: number) => post(requests(size), { subject: `Texts ${unused()}` });
const invite = (size: number) => post(`${organization(size)}/invites`, { emails: [`${unused()}@example.org`] });

/** Places of an answer with the id of what the write has made. */
const idIn = ({ id }: Answer) => id ?? '';
const pageIn = ({ changes: [changed] = [] }: Answer) => changed?.page.id ?? '';
const userIn = ({ users: [id = ''] = [] }: Answer) => id;

const pageWrites: readonly Operation[] = [
  { name: 'insertion of a page', call: insertPage },
  {
    name: 'insertion of a page at the top',
    call: (size) => change(large(size), 'insert_page', { title: `Top ${unused()}`, at: 3, document: text() }),
  },
  {
    name: 'deletion of a page',
    before: insertPage,
    call: (size, answer) => change(large(size), 'delete_page', { page: pageIn(answer) }),
  },
  {
    name: 'move of a page within its space',
    before: (size) => change(large(size), 'move_page', { page: leaf(size, 3), into: growthId('pg', size, 2) }),
    call: (size) => change(large(size), 'move_page', { page: leaf(size, 3), into: growthId('pg', size, 1), at: 2 }),
  },
  {
    name: 'move of a page with pages below it',
    before: (size) => change(large(size), 'move_page', { page: branch(size), into: growthId('pg', size, 0) }),
    call: (size) => change(large(size), 'move_page', { page: branch(size), into: null, at: 3 }),
  },
  {
    name: 'move of a page to another space',
    before: insertPage,
    call: (size, answer) =>
      post(`${large(size)}/content/page/${pageIn(answer)}/move`, { space: growthId('spc', size, 8) }),
  },
  {
    name: 'copy of a page',
    call: (size) => post(`${large(size)}/content/page/${leaf(size, 4)}/copy`, { space: growthId('spc', size, 7) }),
  },
  {
    name: 'new title and slug of a page',
    call: (size) =>
      change(large(size), 'update_page', {
        page: leaf(size, 5),
        title: `Guide ${unused()}`,
        slug: `guide-${unused()}`,
      }),
  },
  { name: 'verification of a page', call: (size) => post(`${large(size)}/content/page/${leaf(size, 6)}/verify`) },
  {
    name: 'new variables of a space',
    call: (size) => change(large(size), 'set_variables', { variables: { a: unused() } }),
  },
  {
    name: 'new reusable content',
    call: (size) => change(large(size), 'insert_reusable_content', { title: unused(), document: text() }),
  },
  {
    name: 'new file',
    call: (size) =>
      change(large(size), 'insert_files', { files: [{ name: `${unused()}.txt`, base64: btoa(unused()) }] }),
  },
  { name: 'upload', call: () => post('/uploads', { text: unused() }) },
];

const requestWrites: readonly Operation[] = [
  { name: 'new change request', call: createRequest },
  {
    name: 'edit in a change request',
    before: createRequest,
    call: (size, answer) =>
      change(`${requests(size)}/${idIn(answer)}`, 'update_page', { page: leaf(size, 7), document: text() }),
  },
  {
    name: 'insertion in a change request',
    before: createRequest,
    call: (size, answer) =>
      change(`${requests(size)}/${idIn(answer)}`, 'insert_page', { title: 'New', into: growthId('pg', size, 1) }),
  },
  {
    name: 'update of a change request',
    before: createRequest,
    call: (size, answer) => post(`${requests(size)}/${idIn(answer)}/update`),
  },
  {
    name: 'request for a review',
    before: createRequest,
    call: (size, answer) => post(`${requests(size)}/${idIn(answer)}/requested-reviewers`, { users: [user(size, 60)] }),
  },
  {
    name: 'new comment',
    call: (size) => post(`${large(size)}/comments`, { page: leaf(size, 8), body: { markdown: 'A word.' } }),
  },
  {
    name: 'new reply',
    call: (size) =>
      post(`${large(size)}/comments/${growthId('com', size, 50)}/replies`, { body: { markdown: 'A word.' } }),
  },
];

const peopleWrites: readonly Operation[] = [
  { name: 'new member', call: invite },
  {
    name: 'new role of a member',
    before: (size) => patch(`${members(size)}/${user(size, 7)}`, { role: 'read' }),
    call: (size) => patch(`${members(size)}/${user(size, 7)}`, { role: 'edit' }),
  },
  {
    name: 'removal of a member',
    before: invite,
    call: (size, answer) => remove(`${members(size)}/${userIn(answer)}`),
  },
  {
    name: 'new member of a team',
    before: (size) => remove(`${teamMembers(size)}/${user(size, 60)}`),
    call: (size) => put(`${teamMembers(size)}/${user(size, 60)}`),
  },
  {
    name: 'new members of a team',
    before: (size) => put(teamMembers(size), { add: [user(size, 61)], remove: [user(size, 62)] }),
    call: (size) => put(teamMembers(size), { add: [user(size, 62)], remove: [`user${size}x61@example.org`] }),
  },
  { name: 'new team', call: (size) => put(`${organization(size)}/teams`, { title: `Team ${unused()}` }) },
  {
    name: 'new grant of a user',
    before: (size) => remove(`${large(size)}/permissions/users/${user(size, 60)}`),
    call: (size) => post(`${large(size)}/permissions`, { role: 'edit', users: [user(size, 60)] }),
  },
  {
    name: 'new grant of a team',
    before: (size) => remove(`${large(size)}/permissions/teams/${growthId('team', size, 60)}`),
    call: (size) => post(`${large(size)}/permissions`, { role: 'edit', teams: [growthId('team', size, 60)] }),
  },
];

const otherWrites: readonly Operation[] = [
  { name: 'new space', call: createSpace },
  { name: 'new title of a space', call: (size) => patch(large(size), { title: `Space ${unused()}` }) },
  {
    name: 'deletion of a space',
    before: createSpace,
    call: (_size, answer) => remove(`/v1/spaces/${idIn(answer)}`),
  },
  {
    name: 'move of a space',
    before: createSpace,
    call: (size, answer) =>
      post(`/v1/spaces/${idIn(answer)}/move`, {
        position: { before: { type: 'space', space: growthId('spc', size, 9) } },
      }),
  },
  {
    name: 'new collection',
    call: (size) => post(`${organization(size)}/collections`, { title: `Collection ${unused()}` }),
  },
  { name: 'new site', call: (size) => post(`${organization(size)}/sites`, { title: `Site ${unused()}` }) },
  { name: 'new title of a site', call: (size) => patch(site(size, 0), { title: unused() }) },
  {
    name: 'publication of a site',
    before: (size) => post(`${site(size, 1)}/unpublish`),
    call: (size) => post(`${site(size, 1)}/publish`),
  },
  {
    name: 'move of a space within a site',
    call: (size) =>
      post(`${site(size, 0)}/site-spaces/${growthId('sitesp', size, 5)}/move`, {
        position: { before: { type: 'site-space', siteSpace: growthId('sitesp', size, 1 + ((writes += 1) % 3)) } },
      }),
  },
  {
    name: 'published page after the insertion of another',
    before: insertPage,
    call: (size) => ({
      method: 'GET',
      path: `/${growthId('site', size, 1)}/guide-4`,
      by: 'nobody',
      host: 'sites.test',
    }),
  },
];

/** Writes whose answer does not grow with the organization. Each can be made again and again. */
export const writeOperations: readonly Operation[] = [
  ...pageWrites,
  ...requestWrites,
  ...peopleWrites,
  ...otherWrites,
].map((operation) => ({ ...operation, isUncounted: true }));
