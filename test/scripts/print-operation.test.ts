import { parse, print } from 'graphql';
import { expect, it } from 'vitest';
import { statementsText } from '../../scripts/rest/operation-statements.ts';
import { describeOperation } from '../../scripts/rest/operation-text.ts';
import { routes } from '../../src/rest/__generated__/routes.ts';
import { schema } from '../../src/schema/index.ts';

/** Returns the text below a heading, up to the next one. */
const below = (text: string, heading: string) => (text.split(`\n${heading}\n`)[1] ?? '').split(/\n##+ /)[0] ?? '';

const shown = async (name: string) => {
  const { text, isFound } = await describeOperation(schema, name);
  expect(isFound).toBe(true);
  return text;
};

/** The first document that is executed, without its comments. */
const executedIn = (text: string) => {
  const [, document = ''] = below(text, '### Executed').split('```graphql\n');
  return print(parse(document.split('\n```')[0] ?? ''));
};

it('an operation is printed as written, with its file and its route', async () => {
  const text = await shown('UpdateSpaceById');
  expect(text).toMatch(
    /^# UpdateSpaceById\n\nsrc\/rest\/authoring\/spaces\/spaces\.graphql:\d+\n\n```graphql\n# Update a/,
  );
  expect(text).toContain(
    'mutation UpdateSpaceById @rest(route: "PATCH /v1/spaces/{spaceId}") {\n  updateSpace\n}\n```',
  );
  expect(text).toContain('\n## PATCH /v1/spaces/{spaceId} → 200\n\nupdateSpaceById: Update a space. Updates the title');
});

it('the executed document has the arguments, the version of the ETag and the fragments, as the server has them', async () => {
  const text = await shown('UpdateSpaceById');
  expect(below(text, '### Executed')).toContain(
    'updateSpace(expectedVersion: $expectedVersion, input: $input, spaceId: $spaceId) {\n    space {\n      ...Space\n      version\n',
  );
  expect(below(text, '### Executed')).toContain('organization: organizationId\n');
  const route = routes.find(({ operationId }) => operationId === 'updateSpaceById');
  expect(executedIn(text)).toBe(route && print(route.document));
});

it('the variables are printed with their places in the request', async () => {
  expect(
    below(await shown('UpdateSpaceById'), '### Variables')
      .trim()
      .split('\n'),
  ).toEqual([
    '- `$spaceId: ID!` from `path.spaceId`',
    '- `$expectedVersion: Int` from `header.if-match`',
    '- `$input: UpdateSpaceInput!` from `body`',
  ]);
  expect(below(await shown('ListSpacesInOrganizationById'), '### Variables')).toContain(
    '`$first: Int` from `query.limit`',
  );
});

it('the presenters of the resource are printed with the functions that use them', async () => {
  const answer = below(await shown('UpdateSpaceById'), '### Answer');
  expect(answer).toContain('const presentSpace = (node: any) => ({\n  object: "space",\n  id: node.id,\n');
  expect(answer).toContain('const body = (data: any) => presentSpace(found(data?.updateSpace?.space));\n');
  expect(answer).toContain('const version = (data: any) => data?.updateSpace?.space?.version;\n');
});

it('the name is matched in any case', async () => {
  expect(await shown('updatespacebyid')).toBe(await shown('UpdateSpaceById'));
});

it('an operation of several routes is printed with each of them, or with the one whose name is given', async () => {
  const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('## '));
  const [inSpace, inRequest] = [
    '## GET /v1/spaces/{spaceId}/comments → 200',
    '## GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments → 200',
  ];
  expect(headings(await shown('ListCommentsInSpace'))).toEqual([inSpace, inRequest]);
  expect(headings(await shown('ListCommentsInChangeRequest'))).toEqual([inRequest]);
});

it('an unknown name is refused with the nearest names', async () => {
  const { text, isFound } = await describeOperation(schema, 'UpdateSpaceByld');
  expect(isFound).toBe(false);
  expect(text.split('\n').slice(0, 3)).toEqual([
    'There is no operation UpdateSpaceByld.',
    'The nearest are:',
    'UpdateSpaceById',
  ]);
  const { text: unlike } = await describeOperation(schema, '42');
  expect(unlike).toBe('There is no operation 42.\n`npm run rest` lists all names.');
});

it('all names are listed without a name, those of each route included', async () => {
  const { text, isFound } = await describeOperation(schema, undefined);
  expect(isFound).toBe(true);
  const listed = new Set(text.split('\n').map((name) => name.toLowerCase()));
  expect(routes.filter(({ operationId }) => !listed.has(operationId.toLowerCase()))).toEqual([]);
});

it('the statements of an operation are printed in order, and one that follows itself once', async () => {
  const { operationIds } = await describeOperation(schema, 'ListCommentersInSpace');
  expect(operationIds).toEqual(['listCommentersInSpace', 'listCommentersInChangeRequest']);
  expect(statementsText('getSpaceById', ['begin', 'select 1', 'select 1', 'commit'])).toBe(
    '## Statements of getSpaceById\n\n4 in all, for an admin:\n\n```sql\nbegin;\n\nselect 1; -- 2 times\n\ncommit;\n```',
  );
  expect(statementsText('createSession', null)).toContain('Unknown');
});
