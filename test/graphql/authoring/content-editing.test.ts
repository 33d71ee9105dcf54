import { beforeAll, expect, test } from 'vitest';
import { aChangeRequest, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

/** Runs a mutation on a space, and returns its result. */
async function mutate(spaceId: string, call: string, variables: Record<string, unknown> = {}) {
  const { body } = await owner.graphql(`mutation ($spaceId: ID!) { result: ${call} }`, { spaceId, ...variables });
  expect(body.errors).toBeUndefined();
  return body.data.result;
}

test('every operation on pages has a mutation', async () => {
  const { id: spaceId } = await aSpace(server, organizationId);
  const page = async (call: string) => (await mutate(spaceId, call)).page;
  const guide = await page(
    'createPage(spaceId: $spaceId, input: { document: { markdown: "# Guide" } }) { page { id: pageId title path } }',
  );
  expect(guide).toMatchObject({ title: 'Guide', path: 'guide' });
  const group = await page(
    'createPageGroup(spaceId: $spaceId, input: { title: "Group", at: 0 }) { page { id: pageId type } }',
  );
  expect(group.type).toBe('GROUP');
  const link = await page(
    `createLinkPage(spaceId: $spaceId, input: { title: "Out", parentId: "${group.id}", target: { kind: PAGE, pageId: "${guide.id}" } }) { page { id: pageId type target { pageId } } }`,
  );
  expect(link).toMatchObject({ type: 'LINK', target: { pageId: guide.id } });
  const computed = await page(
    `createComputedPage(spaceId: $spaceId, input: { title: "API", computed: { type: "builtin:openapi", props: { models: true } } }) { page { id: pageId type computed { type props } } }`,
  );
  expect(computed).toMatchObject({ type: 'DOCUMENT', computed: { type: 'builtin:openapi', props: { models: true } } });
  const renamed = await page(
    `updatePage(spaceId: $spaceId, pageId: "${guide.id}", input: { title: "Manual", slug: "manual", hidden: true, cover: { ref: { kind: URL, url: "https://example.org/x.png" }, yPos: 3 } }) { page { title path hidden cover { yPos ref { url } } } }`,
  );
  expect(renamed).toEqual({
    title: 'Manual',
    path: 'manual',
    hidden: true,
    cover: { yPos: 3, ref: { url: 'https://example.org/x.png' } },
  });
  const moved = await page(
    `movePage(spaceId: $spaceId, pageId: "${guide.id}", input: { parentId: "${group.id}", at: 0 }) { page { path } }`,
  );
  expect(moved.path).toBe('group/manual');
  const before = await mutate(
    spaceId,
    `deletePage(spaceId: $spaceId, pageId: "${group.id}") { deletedId revision { id parentIds } }`,
  );
  expect(before.deletedId).toBe(`${group.id}.${spaceId}`);
  const reverted = await page(
    `revertPage(spaceId: $spaceId, pageId: "${guide.id}", revisionId: "${before.revision.parentIds[0]}") { page { path title } }`,
  );
  expect(reverted).toEqual({ path: 'manual', title: 'Manual' });
});

test('every operation on files, variables and reusable contents has a mutation', async () => {
  const { id: spaceId } = await aSpace(server, organizationId);
  const { file } = await mutate(
    spaceId,
    'uploadFile(spaceId: $spaceId, input: { name: "a.txt", base64: "aGVsbG8=" }) { file { id: fileId name size } }',
  );
  expect(file).toMatchObject({ name: 'a.txt', size: 5 });
  const renamed = await mutate(
    spaceId,
    `renameFile(spaceId: $spaceId, fileId: "${file.id}", input: { name: "b.txt" }) { file { name } }`,
  );
  expect(renamed.file.name).toBe('b.txt');
  expect(await mutate(spaceId, `deleteFile(spaceId: $spaceId, fileId: "${file.id}") { deletedId }`)).toEqual({
    deletedId: `${file.id}.${spaceId}`,
  });
  const { revision } = await mutate(
    spaceId,
    'setVariables(spaceId: $spaceId, input: { variables: { product: "Octavo" } }) { revision { variables { name value } } }',
  );
  expect(revision.variables).toEqual([{ name: 'product', value: 'Octavo' }]);
  const { page } = await mutate(
    spaceId,
    'createPage(spaceId: $spaceId, input: { title: "A", variables: { city: "Basel" }, document: { markdown: "{{ space.vars.product }} in {{ page.vars.city }}" } }) { page { body(evaluated: TRUE) { markdown } } }',
  );
  expect(page.body.markdown).toBe('Octavo in Basel');
  const { reusableContent } = await mutate(
    spaceId,
    'createReusableContent(spaceId: $spaceId, input: { title: "Note", document: { markdown: "Care" } }) { reusableContent { id: reusableContentId markdown } }',
  );
  const changed = await mutate(
    spaceId,
    `updateReusableContent(spaceId: $spaceId, reusableContentId: "${reusableContent.id}", input: { title: "Hint", document: { markdown: "Take care" } }) { reusableContent { title markdown } revision { reusableContents { title } } }`,
  );
  expect(changed).toEqual({
    reusableContent: { title: 'Hint', markdown: 'Take care' },
    revision: { reusableContents: [{ title: 'Hint' }] },
  });
  const gone = await mutate(
    spaceId,
    `deleteReusableContent(spaceId: $spaceId, reusableContentId: "${reusableContent.id}") { deletedId revision { reusableContents { id } } }`,
  );
  expect(gone).toEqual({ deletedId: `${reusableContent.id}.${spaceId}`, revision: { reusableContents: [] } });
});

test('updateContent edits a change request and refuses an expected revision that is not active', async () => {
  const { id: spaceId } = await aSpace(server, organizationId);
  const { id, number } = await aChangeRequest(server, spaceId, { createdById: owner.userId });
  const query = `mutation ($spaceId: ID!, $request: ID, $revision: ID, $input: UpdateContentInput!) {
    updateContent(spaceId: $spaceId, changeRequestId: $request, expectedRevision: $revision, input: $input) {
      revision { id: revisionId allPages { path } } changeRequest { id } changes { type ref pageId } insertedFiles { ref }
    }
  }`;
  const input = { changes: [{ operation: 'INSERT_PAGE', title: 'A', ref: 'a' }] };
  const first = await owner.graphql(query, { spaceId, request: String(number), input });
  expect(first.body.data.updateContent).toMatchObject({
    changeRequest: { id },
    revision: { allPages: [{ path: 'a' }] },
    changes: [{ type: 'CREATED_PAGE', ref: 'a' }],
    insertedFiles: [],
  });
  const known = first.body.data.updateContent.revision.id;
  expect((await owner.graphql(query, { spaceId, request: id, revision: known, input })).body.errors).toBeUndefined();
  const { body } = await owner.graphql(query, { spaceId, request: id, revision: known, input });
  expect(body.errors[0].extensions).toMatchObject({ type: 'precondition_failed', details: [{ rule: 'page_created' }] });
});

test('an error of a mutation names the wrong argument', async () => {
  const { id: spaceId } = await aSpace(server, organizationId);
  const { page } = await mutate(
    spaceId,
    'createPage(spaceId: $spaceId, input: { title: "P" }) { page { id: pageId } }',
  );
  const wrong: readonly (readonly [call: string, path: string])[] = [
    ['updatePage(spaceId: $spaceId, pageId: "pg_gone", input: { title: "x" }) { page { id: pageId } }', 'pageId'],
    ['deletePage(spaceId: $spaceId, pageId: "pg_gone") { deletedId }', 'pageId'],
    [
      `movePage(spaceId: $spaceId, pageId: "${page.id}", input: { parentId: "pg_gone" }) { page { id: pageId } }`,
      'input.parentId',
    ],
    [`revertPage(spaceId: $spaceId, pageId: "${page.id}") { page { id: pageId } }`, 'revisionId'],
    [
      `revertPage(spaceId: $spaceId, pageId: "${page.id}", revisionId: "rev_gone") { page { id: pageId } }`,
      'revisionId',
    ],
    ['deleteFile(spaceId: $spaceId, fileId: "file_gone") { deletedId }', 'fileId'],
    ['uploadFile(spaceId: $spaceId, input: { name: "x" }) { file { id: fileId } }', 'input'],
    ['deleteReusableContent(spaceId: $spaceId, reusableContentId: "rc_gone") { deletedId }', 'reusableContentId'],
    [
      'createLinkPage(spaceId: $spaceId, input: { title: "x", target: { kind: PAGE } }) { page { id: pageId } }',
      'input.target.pageId',
    ],
    ['setVariables(spaceId: $spaceId, input: { variables: { a: null } }) { revision { id } }', 'input.variables.a'],
  ];
  for (const [call, path] of wrong) {
    const { body } = await owner.graphql(`mutation ($spaceId: ID!) { ${call} }`, { spaceId });
    expect([call, ...body.errors[0].extensions.details.map((detail: any) => detail.path)]).toEqual([call, path]);
    expect(body.errors[0].message).not.toContain('Invalid input');
  }
});
