import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform, type Platform } from '../../src/app/process/platform.ts';
import { bootstrap } from '../../src/app/process/bootstrap.ts';
import { contextOf, originOf } from '../../src/app/process/context.ts';
import { readConfig } from '../../src/config.ts';
import { actingAs, asOperator } from '../../src/domain/core/acting.ts';
import { createChangeRequest } from '../../src/domain/authoring/change-requests/create.ts';
import { mergeChangeRequest } from '../../src/domain/authoring/merging/merge.ts';
import { updateFromMain } from '../../src/domain/authoring/merging/update-from-main.ts';
import { createCollection } from '../../src/domain/authoring/collections/create.ts';
import type { Context } from '../../src/domain/core/context.ts';
import { storeMissingAnchors } from '../../src/domain/operations/doctor/anchors.ts';
import { examine } from '../../src/domain/operations/doctor/doctor.ts';
import { importContent } from '../../src/domain/exchange/imports/pipeline.ts';
import { createSamlProvider } from '../../src/domain/people/saml/change-providers.ts';
import { staleIndex } from '../../src/domain/authoring/search/stale-index.ts';
import { createSpace } from '../../src/domain/authoring/spaces/create.ts';
import { writePages } from '../content-pages.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer } from '../harness.ts';
import { aMigratedDatabase, type MigratedDatabase } from '../ops/migrated-database.ts';
import { isWhole } from '../setup/size.ts';

/** The beginning of a certificate whose serial number has a leading zero byte that DER forbids. */
const paddedCertificate = `-----BEGIN CERTIFICATE-----
${Buffer.from('308202ce308201b6a003020102020f00001122', 'hex').toString('base64')}`;

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the doctor', () => {
  let platform: Platform;
  let database: MigratedDatabase;
  let ids: Awaited<ReturnType<typeof someContent>>;

  beforeAll(async () => {
    database = await aMigratedDatabase();
    platform = await openPlatform(readConfig(database.settings), {
      log,
      urls: { base: 'http://octavo.test', app: 'http://octavo.test', sites: 'sites.test' },
    });
    const beginning = await bootstrap(platform);
    if (!beginning) throw new Error('The installation was not new');
    const ctx = actingAs(
      contextOf(platform.services, platform.db, asOperator('x'), { requestId: 'r', origin: originOf('service') }),
      asOperator(beginning.userId),
    );
    ids = await someContent(ctx, beginning.organizationId);
  });
  afterAll(async () => {
    await platform.close();
    await database.remove();
  });

  const look = (fix = false) =>
    examine({ sql: platform.db.sql, ...platform.services }, { fix, onCheck: () => undefined });

  /** A review of the draft. */
  const aReview = (revisionId?: string) => `insert into change_request_reviews
    (id, "changeRequestId", "reviewerId", status, "revisionId")
    select 'rvw_x', cr.id, u.id, 'approved', ${revisionId ? `'${revisionId}'` : 'cr."revisionId"'}
    from change_requests cr, users u where cr.id = '${ids.draft}' limit 1`;

  /** Runs statements, returns the findings, and rolls back. */
  async function afterwards(...statements: string[]) {
    const client = await platform.db.pool.connect();
    await client.query('begin');
    try {
      for (const statement of statements) await client.query(statement);
      const rows = async <Row>(fragment: { strings: readonly string[]; values: readonly unknown[] }) => {
        const text = fragment.strings.reduce((whole, part, index) => (index === 0 ? part : `${whole}$${index}${part}`));
        return (await client.query(text, [...fragment.values])).rows as Row[];
      };
      const sql = { rows, first: async <Row>(fragment: never) => (await rows<Row>(fragment))[0] ?? null };
      const patient = { ...platform.services, sql: sql as never };
      return await examine(patient, { fix: false, onCheck: () => undefined });
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('octavo doctor finds nothing wrong in data that the service wrote', async () => {
    expect(await look()).toEqual([]);
  });

  test.each([
    ['comment counters', () => `update spaces set comments = 7 where id = '${ids.space}'`],
    [
      'comment counters of change requests',
      () => `insert into change_requests (id, "spaceId", number, "revisionId", "revisionInitialId", comments)
        select 'cr_x', id, 9, "revisionId", "revisionId", 3 from spaces where id = '${ids.space}'`,
    ],
    [
      'passkeys',
      () => `insert into passkeys (id, "userId", "credentialId", "publicKey", algorithm, "rpId", name)
        select 'psk_x', id, 'x', '', -7, 'docs.elsewhere.test', 'Phone' from users limit 1`,
    ],
    [
      'git',
      () => `insert into git_connections (id, "organizationId", "spaceId", "userId", provider, url, "urlKey", ref, directory,
          direction, priority, "onConflict", "sealedHookSecret", "pollMinutes", status, failures)
        select 'git_x', s."organizationId", s.id, u.id, 'other', 'https://h/r', 'https://h/r', 'refs/heads/main', '',
          'both', 'git', 'merge', '', 5, 'unauthenticated', 1 from spaces s, users u where s.id = '${ids.space}' limit 1`,
    ],
    [
      'git files',
      () =>
        `insert into git_files ("spaceId", path, oid, mode) values ('${ids.space}', 'a.md', repeat('1', 40), '100644')`,
    ],
    ['fonts', () => `insert into documents (id, markdown, anchors) values ('doc_x', 'নথি \u{20BB7}', '{}')`],
    ['search index', () => `delete from search_pages`],
    ['search index', () => `update search_pages set words = ''`],
    ['search index', () => `update search_pages set run = ''`],
    ['search index', () => `update search_sections set text = 'Another'`],
    ['search index', () => `update content_entries set title = 'Another' where kind = 'page'`],
    [
      'search index',
      () => `insert into search_pages select "spaceId", 'pg_gone', null, '', '' from search_pages limit 1`,
    ],
    ['collection tree', () => `update collections set "parentId" = '${ids.inner}' where id = '${ids.collection}'`],
    ['page tree', () => `update content_entries set "parentId" = 'pg_gone' where kind = 'page'`],
    ['revision numbers', () => `update revisions set seq = 9 where seq = 2`],
    ['revision numbers', () => `delete from revisions where line = '${ids.space}' and seq = 2`],
    ['revision numbers', () => `update revisions set seq = seq - 1 where line = '${ids.updated}'`],
    ['revision parents', () => `update revisions set parents = '{}' where seq = 2 and line = '${ids.space}'`],
    ['revision parents', () => `update revisions set parents = '{}' where seq = 2 and line = '${ids.updated}'`],
    ['revision parents', () => `update revisions set parents = array['rev_x'] || parents where type = 'merge'`],
    ['first revisions', () => `update revisions set parents = array['rev_x'] where seq = 1 and line = '${ids.space}'`],
    ['first revisions', () => `update revisions set parents = '{}' where seq = 1 and line = '${ids.updated}'`],
    ['first revisions', () => `update revisions set "baseSeq" = 99 where seq = 1 and line = '${ids.updated}'`],
    ['revisions in their space', () => `update revisions set line = 'cr_gone' where line = '${ids.updated}'`],
    ['active revision', () => `update spaces set "revisionId" = 'rev_gone' where id = '${ids.space}'`],
    [
      'active revision of change requests',
      () => `update change_requests set "revisionId" = "revisionInitialId" where id = '${ids.updated}'`,
    ],
    [
      'active revision of change requests',
      () => `update change_requests set "revisionId" = 'rev_gone' where id = '${ids.draft}'`,
    ],
    ['merged change requests', () => `update change_requests set status = 'merged' where id = '${ids.draft}'`],
    ['merged change requests', () => `update change_requests set status = 'open' where id = '${ids.merged}'`],
    ['merged change requests', () => `update revisions set type = 'edits' where type = 'merge'`],
    ['change request counters', () => `update spaces set "changeRequestsOpen" = 4 where id = '${ids.space}'`],
    ['change request counters', () => `update change_requests set status = 'open' where id = '${ids.draft}'`],
    ['change request numbers', () => `update spaces set "changeRequests" = 9 where id = '${ids.space}'`],
    ['change request numbers', () => `update change_requests set number = 9 where id = '${ids.merged}'`],
    ['change request numbers', () => `update change_requests set number = number + 10`],
    ['change request numbers', () => `delete from change_requests where id = '${ids.draft}'`],
    [
      'change request numbers',
      () => `drop index "change_requests_spaceId_number_key";
        update change_requests set number = 2 where id = '${ids.merged}'`,
    ],
    [
      'content intervals',
      () => `insert into content_entries select line, "entryId", "fromSeq" + 1, "fromSeq" + 2, "spaceId", kind, deleted,
        "parentId", position, type, title, slug, "documentId", "blobHash", attributes, "createdAt", "updatedAt"
        from content_entries where kind = 'page' and line = '${ids.space}' limit 1`,
    ],
    ['content beyond history', () => `update content_entries set "fromSeq" = 99 where "toSeq" is null`],
    ['links', () => `update documents set markdown = '[x](y)'`],
    ['links', () => `update content_entries set attributes = '{"cover":{"ref":{"kind":"url","url":"/x"},"yPos":0}}'`],
    [
      'links',
      () => `insert into content_links (line, "entryId", "fromSeq", ordinal, source, "startsAt", "endsAt", url, kind)
        select line, "entryId", "fromSeq", 99, 'text', 0, 1, 'x', 'url' from content_entries where kind = 'page'`,
    ],
    ['reviews', () => aReview('rev_gone')],
    [
      'reviews',
      () => `${aReview()};
        insert into comments (id, "spaceId", "changeRequestId", "reviewId", "authorId", markdown, "revisionId")
        select 'cmt_x', s.id, '${ids.merged}', 'rvw_x', u.id, 'x', s."revisionId" from spaces s, users u limit 1`,
    ],
    ['organization admins', () => `update members set role = 'read'`],
    [
      'managed users',
      () => `insert into users (id, "displayName", "organizationId", "assertedEmail")
          select 'usr_managed', 'Managed', id, 'a@b.test' from organizations limit 1;
        insert into organizations (id, title, "emailDomains") values ('org_other', 'Other', '{}');
        insert into members ("organizationId", "userId", role) values ('org_other', 'usr_managed', 'admin')`,
    ],
    [
      'managed users',
      () => `update users set "organizationId" = (select id from organizations limit 1), "assertedEmail" = 'a@b.test',
        email = null, "isInstanceAdmin" = false`,
    ],
    [
      'identities',
      () => `insert into users (id, "displayName") values ('usr_gone', 'Gone');
        insert into identities ("providerId", subject, "userId") select id, 'a@b.test', 'usr_gone' from saml_providers`,
    ],
    [
      'member removals',
      () => `insert into member_removals select "organizationId", "userId", now() from members limit 1`,
    ],
    [
      'email domains',
      () => `insert into email_domains select 'unlisted.test', id, 'dns', now() from organizations limit 1`,
    ],
    ['service certificates', () => `update saml_providers set "serviceCertificate" = '${paddedCertificate}'`],
    [
      'idempotency keys',
      () => `insert into idempotency_keys (scope, key, fingerprint, "createdAt")
        values ('s', 'k', 'f', now() - interval '3 days')`,
    ],
    [
      'parents in the organization',
      () => `insert into organizations (id, title, "emailDomains") values ('org_other', 'Other', '{}');
        insert into members ("organizationId", "userId", role) select 'org_other', id, 'admin' from users;
        update collections set "organizationId" = 'org_other' where id = '${ids.inner}'`,
    ],
    [
      'files',
      () => `insert into blobs (hash, "sizeBytes", "contentType") values (repeat('0', 64), 1, 'image/png');
        update content_entries set "blobHash" = repeat('0', 64)`,
    ],
  ])('octavo doctor finds wrong %s', async (check, statement) => {
    const findings = await afterwards(statement());
    expect([...new Set(findings.map((finding) => finding.check))]).toContain(check);
  });

  test('octavo doctor --fix recounts wrong counters and changes nothing else', async () => {
    await platform.db.pool.query(`update spaces set comments = 7, "commentsAll" = 9 where id = '${ids.space}'`);
    await platform.db.pool.query(`update spaces set "changeRequestsDraft" = 0 where id = '${ids.space}'`);
    await platform.db.pool.query(`update spaces set "revisionId" = 'rev_gone' where id = '${ids.space}'`);
    const found = await look(true);
    expect(found.map(({ check, fixed }) => [check, fixed])).toEqual([
      ['comment counters', true],
      ['change request counters', true],
      ['active revision', false],
    ]);
    expect((await look()).map(({ check }) => check)).toEqual(['active revision']);
  });
});

describe('the doctor of the search index', () => {
  test.runIf(isWhole)('octavo doctor --fix rebuilds the search index', async () => {
    const server = await startServer();
    const { id: organizationId, owner } = await anOrganization(server);
    const { id } = await aSpace(server, organizationId);
    await writePages(owner, id, [
      { id: 'lost', title: 'Lost' },
      { id: 'wrong', markdown: '# Heading\n\nText.' },
    ]);
    const { pool, sql } = server.platform.db;
    await pool.query(`delete from search_pages where "spaceId" = $1 and "pageId" = 'lost'`, [id]);
    await pool.query(`update search_pages set "pageId" = 'gone' where "spaceId" = $1`, [id]);
    const look = async (fix: boolean) => {
      const found: string[] = [];
      for await (const stale of staleIndex({ sql }, { fix })) found.push(stale.id);
      return found.filter((page) => ['lost', 'wrong', 'gone'].includes(page));
    };
    expect(await look(true)).toEqual(['lost', 'wrong', 'gone']);
    expect(await look(false)).toEqual([]);
    const { body } = await owner.rest(`GET /v1/spaces/${id}/search?query=text`);
    expect(body.items).toMatchObject([{ id: 'wrong', sections: [{ path: 'wrong#heading' }] }]);
  });
});

describe('the doctor of anchors', () => {
  test.runIf(isWhole)(
    'octavo doctor --fix stores the anchors of texts that have none, so that links to missing anchors are broken',
    async () => {
      const server = await startServer();
      const { id: organizationId, owner } = await anOrganization(server);
      const { id } = await aSpace(server, organizationId);
      await writePages(owner, id, [{ id: 'anchored', markdown: '# Here\n\n[One](#here) and [another](#gone).' }]);
      const { pool, sql } = server.platform.db;
      const of = `id in (select "documentId" from content_entries where "spaceId" = $1)`;
      // The numbers of a revision are kept, which nothing changes but the doctor.
      const broken = async () => (await owner.rest(`GET /v1/spaces/${id}/links?status=broken`)).body.items.length;
      await pool.query(`update documents set anchors = null where ${of}`, [id]);
      expect(await broken()).toBe(0);
      const stored: string[] = [];
      for await (const text of storeMissingAnchors(sql)) stored.push(text);
      const { rows } = await pool.query<{ id: string }>(`select id from documents where ${of}`, [id]);
      expect(stored).toEqual(expect.arrayContaining(rows.map((row) => row.id)));
      expect(await broken()).toBe(1);
    },
  );
});

/**
 * A SAML provider, a collection in a collection, and a space with a page and change requests: one new, one merged, one
 * brought up to date.
 */
async function someContent(ctx: Context, organizationId: string) {
  await createSamlProvider(ctx, { organizationId, label: 'Example' });
  const collection = await createCollection(ctx, { organizationId, title: 'Outer' });
  const inner = await createCollection(ctx, { organizationId, title: 'Inner', parentId: collection.id });
  const { id: spaceId } = await createSpace(ctx, { organizationId });
  const importPage = (title: string, changeRequestId?: string) => {
    const body = Buffer.from(`# ${title}\n\nText.\n`);
    const answer = { url: 'http://x.test/a.md', status: 200, contentType: 'text/markdown', headers: {}, body };
    const fetching = { ...ctx, fetch: () => Promise.resolve(answer) };
    return importContent(fetching, { spaceId, changeRequestId, url: answer.url, source: 'markdown' });
  };
  await importPage('Title');
  const draft = await createChangeRequest(ctx, { spaceId });
  const updated = await createChangeRequest(ctx, { spaceId });
  await importPage('Of the second', updated.id);
  const merged = await createChangeRequest(ctx, { spaceId });
  await importPage('Of the third', merged.id);
  await mergeChangeRequest(ctx, { id: merged.id, spaceId });
  await updateFromMain(ctx, { id: updated.id, spaceId });
  return {
    space: spaceId,
    collection: collection.id,
    inner: inner.id,
    organization: organizationId,
    draft: draft.id,
    updated: updated.id,
    merged: merged.id,
  };
}
