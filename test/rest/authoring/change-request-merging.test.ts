import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aMergingWorld, changed, edit, text } from './merging-world.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
});

const aWorld = () => aMergingWorld(server, organizationId, owner);

describe('POST …/merge', () => {
  it('merges edited, added, moved and deleted pages into the main content as one revision', async () => {
    const { pages, inRequest, onMain, merge, paths, textOf, request, history, spaceId } = await aWorld();
    await inRequest(
      edit(pages.a, changed('one', 'ONE')),
      { operation: 'move_page', page: pages.b, into: pages.a },
      { operation: 'delete_page', page: pages.c },
      { operation: 'insert_page', title: 'New', slug: 'new', into: pages.b, document: { markdown: 'New' } },
    );
    await onMain(edit(pages.a, changed('five', 'FIVE')), { operation: 'insert_page', title: 'd', slug: 'd' });
    const before = await request();
    expect(before.outdated).toBe(true);
    const { status, body } = await merge();
    const revisions = await history();
    expect([status, body]).toEqual([200, { revision: revisions.at(-1)?.id, result: 'merge' }]);
    expect(revisions.at(-1)).toMatchObject({ type: 'merge', parents: [revisions.at(-2)?.id, before.revision] });
    expect(await paths()).toEqual(['a', 'a/b', 'a/b/new', 'd']);
    expect(await textOf(pages.a)).toBe('ONE\ntwo\nthree\nfour\nFIVE\n');
    expect(await request()).toMatchObject({ status: 'merged', revisionMerged: body.revision, outdated: false });
    const { body: space } = await owner.rest(`GET /v1/spaces/${spaceId}`);
    expect([space.changeRequests, space.changeRequestsOpen, space.changeRequestsDraft]).toEqual([1, 0, 0]);
  });

  // Merging texts takes long when they differ much, and other writes wait for the lock of the space.
  it('merges texts before it locks the space', async () => {
    const { pages, inRequest, onMain, merge, textOf } = await aWorld();
    await inRequest(edit(pages.a, changed('one', 'ONE')));
    await onMain(edit(pages.a, changed('five', 'FIVE')));
    await server.statements.reset();
    expect((await merge()).body.result).toBe('merge');
    const { texts } = server.statements;
    const read = texts.findLastIndex((one) => one.includes('d.markdown from documents'));
    const lock = texts.findLastIndex((one) => /from spaces .* for no key update/s.test(one));
    expect([read > 0, lock > 0, read < lock]).toEqual([true, true, true]);
    expect(await textOf(pages.a)).toBe('ONE\ntwo\nthree\nfour\nFIVE\n');
  });

  it('creates a merge revision without changes, also in a locked space', async () => {
    const { merge, history, spaceId } = await aWorld();
    await owner.rest(`PATCH /v1/spaces/${spaceId}`, { editMode: 'locked' });
    const before = await history();
    const { body } = await merge();
    const after = await history();
    expect(body).toEqual({ revision: after.at(-1)?.id, result: 'merge' });
    expect([after.length - before.length, after.at(-1)?.type]).toEqual([1, 'merge']);
  });

  it('merges a draft that was created in a locked space', async () => {
    const { id } = await aSpace(server, organizationId, { editMode: 'locked' });
    const { body: made } = await owner.rest(`POST /v1/spaces/${id}/change-requests`, { subject: 'New page' });
    const at = `/v1/spaces/${id}/change-requests/${made.number}`;
    const insert = { operation: 'insert_page', title: 'New page' };
    expect((await owner.rest(`POST ${at}/content`, { changes: [insert] })).status).toBe(200);
    const merged = await owner.rest(`POST ${at}/merge`);
    expect([made.status, merged.status, merged.body.result]).toEqual(['draft', 200, 'merge']);
    expect((await owner.rest(`GET ${at}`)).body).toMatchObject({ status: 'merged' });
    expect((await owner.rest(`GET /v1/spaces/${id}/content`)).body.pages).toMatchObject([{ title: 'New page' }]);
    const direct = await owner.rest(`POST /v1/spaces/${id}/content`, { changes: [insert] });
    expect([direct.status, direct.body.error.type]).toEqual([403, 'space_locked']);
  });

  it('writes nothing when a merge has conflicts', async () => {
    const { pages, inRequest, onMain, merge, request, history } = await aWorld();
    await inRequest(edit(pages.a, changed('two', 'request')), edit(pages.b, 'Other'));
    await onMain(edit(pages.a, changed('two', 'main')));
    const [before, revisions] = [await request(), await history()];
    const { status, body } = await merge();
    expect([status, body]).toEqual([200, { revision: before.revision, result: 'conflicts' }]);
    expect([await request(), await history()]).toEqual([before, revisions]);
  });

  it('refuses to merge merged and archived change requests, and callers without the role review', async () => {
    const { merge, update, at } = await aWorld();
    const editor = await aMember(server, organizationId, 'edit');
    expect((await editor.rest(`POST ${at}/merge`)).status).toBe(403);
    await owner.rest(`PATCH ${at}`, { status: 'archived' });
    for (const run of [merge, update])
      expect((await run()).body.error).toMatchObject({ code: 409, type: 'invalid_state' });
    await owner.rest(`PATCH ${at}`, { status: 'open' });
    expect((await merge()).body.result).toBe('merge');
    for (const run of [merge, update])
      expect((await run()).body.error).toMatchObject({ code: 409, type: 'invalid_state' });
  });

  it('refuses a merge when the expected version is outdated', async () => {
    const { at, inRequest, pages } = await aWorld();
    const { headers } = await owner.rest(`GET ${at}`);
    await inRequest(edit(pages.a, 'Changed'));
    const options = { headers: { 'if-match': String(headers['etag']) } };
    expect((await owner.rest(`POST ${at}/merge`, undefined, options)).status).toBe(412);
  });
});

describe('POST …/update', () => {
  it('brings the main content into a change request and keeps its changes', async () => {
    const { pages, inRequest, onMain, update, merge, paths, textOf, request, at, id } = await aWorld();
    await inRequest(edit(pages.a, changed('one', 'ONE')));
    const { revision } = await onMain(edit(pages.a, changed('five', 'FIVE')), {
      operation: 'delete_page',
      page: pages.c,
    });
    const before = await request();
    const { status, body } = await update();
    const after = await request();
    expect([status, body]).toEqual([200, { revision: after.revision, result: 'update' }]);
    expect(after).toMatchObject({ status: 'draft', outdated: false, revisionMergedAncestor: revision.id });
    expect(after.revision).not.toBe(before.revision);
    expect(await paths(at)).toEqual(['a', 'b']);
    expect(await textOf(pages.a, at)).toBe('ONE\ntwo\nthree\nfour\nFIVE\n');
    const own = await server.platform.db.prisma.contentEntry.findMany({ where: { line: id, toSeq: null } });
    expect(own.map(({ entryId }) => entryId)).toEqual([pages.a]);
    expect((await merge()).body.result).toBe('merge');
    expect(await textOf(pages.a)).toBe('ONE\ntwo\nthree\nfour\nFIVE\n');
  });

  it('does not change the content when a change request without changes is updated, or one is updated twice', async () => {
    const { pages, onMain, update, paths, at, textOf } = await aWorld();
    await onMain(edit(pages.a, 'Main'));
    for (let run = 0; run < 2; run += 1) {
      expect((await update()).body.result).toBe('update');
      expect([await paths(at), await textOf(pages.a, at)]).toEqual([['a', 'b', 'c'], 'Main']);
    }
  });

  it('takes the main content where the change request reverted its own change', async () => {
    const { pages, inRequest, onMain, update, textOf, at } = await aWorld();
    await inRequest(edit(pages.a, 'Mine'));
    await inRequest(edit(pages.a, text));
    await onMain(edit(pages.a, 'Main'));
    expect((await update()).body.result).toBe('update');
    expect(await textOf(pages.a, at)).toBe('Main');
  });

  it('keeps conflicting lines of both sides in the text and refuses the merge while markers are in it', async () => {
    const { pages, inRequest, onMain, update, merge, textOf, at, conflicts } = await aWorld();
    await inRequest(edit(pages.a, changed('two', 'request')));
    await onMain(edit(pages.a, changed('two', 'main')));
    expect((await update()).body.result).toBe('conflicts');
    const marked = changed('two', '<<<<<<< main\nmain\n||||||| base\ntwo\n=======\nrequest\n>>>>>>> change request');
    expect(await textOf(pages.a, at)).toBe(marked);
    expect((await merge()).body.result).toBe('conflicts');
    await inRequest(edit(pages.a, `${marked}\nmore`));
    expect((await conflicts()).map((one: any) => one.conflicts.map(({ kind }: any) => kind))).toEqual([['markers']]);
    expect((await merge()).body.result).toBe('conflicts');
    await inRequest(edit(pages.a, changed('two', 'both')));
    expect(await conflicts()).toEqual([]);
    expect((await merge()).body.result).toBe('merge');
    expect(await textOf(pages.a)).toBe(changed('two', 'both'));
  });

  it('a page about conflict markers leaves its conflict when the markers of the update are gone', async () => {
    const { pages, inRequest, onMain, update, merge, textOf, at, conflicts } = await aWorld();
    const about = (word: string) =>
      `Git writes:\n\n    code\n<<<<<<< main\na\n=======\nb\n>>>>>>> change request\n\n${word}\n`;
    await onMain(edit(pages.a, about('first')));
    expect((await update()).body.result).toBe('update');
    await inRequest(edit(pages.a, about('request')));
    await onMain(edit(pages.a, about('main')));
    expect((await update()).body.result).toBe('conflicts');
    await inRequest(edit(pages.a, `${await textOf(pages.a, at)}more`));
    expect((await conflicts()).map((one: any) => one.conflicts.map(({ kind }: any) => kind))).toEqual([['markers']]);
    await inRequest(edit(pages.a, about('both')));
    expect(await conflicts()).toEqual([]);
    expect((await merge()).body.result).toBe('merge');
    expect(await textOf(pages.a)).toBe(about('both'));
  });

  it('merges open conflicts again from the original texts, not from the markers', async () => {
    const { pages, inRequest, onMain, update, textOf, at } = await aWorld();
    await inRequest(edit(pages.a, changed('two', 'request')));
    await onMain(edit(pages.a, changed('two', 'main')));
    await update();
    await onMain(edit(pages.a, changed('two', 'newer')));
    expect((await update()).body.result).toBe('conflicts');
    expect(await textOf(pages.a, at)).toBe(
      changed('two', '<<<<<<< main\nnewer\n||||||| base\ntwo\n=======\nrequest\n>>>>>>> change request'),
    );
  });
});
