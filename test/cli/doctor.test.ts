import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform, type Platform } from '../../src/app/platform.ts';
import { bootstrap } from '../../src/app/bootstrap.ts';
import { contextOf } from '../../src/app/context.ts';
import { readConfig } from '../../src/config.ts';
import { actingAs, asOperator } from '../../src/domain/acting.ts';
import { createCollection } from '../../src/domain/collections/create.ts';
import type { Context } from '../../src/domain/context.ts';
import { examine } from '../../src/domain/doctor/doctor.ts';
import { importContent } from '../../src/domain/imports/import-content.ts';
import { createSpace } from '../../src/domain/spaces/create.ts';
import { aDirectory } from '../ops/server-process.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the doctor', () => {
  let platform: Platform;
  let directory: Awaited<ReturnType<typeof aDirectory>>;
  let ids: { space: string; collection: string; inner: string; organization: string };

  beforeAll(async () => {
    directory = await aDirectory();
    const template = process.env['TEST_TEMPLATE'];
    platform = await openPlatform(readConfig({ DATA_DIR: directory.path }), {
      log,
      urls: { base: 'http://octavo.test', app: 'http://octavo.test' },
      embedded: { dataDir: null, ...(template === undefined ? {} : { loadDataDir: template }) },
    });
    const beginning = await bootstrap(platform);
    if (!beginning) throw new Error('The installation was not new');
    const ctx = actingAs(contextOf(platform.services, platform.db, asOperator('x'), 'r'), asOperator(beginning.userId));
    ids = await someContent(ctx, beginning.organizationId);
  }, 120_000);
  afterAll(async () => {
    await platform.close();
    await directory.remove();
  });

  const look = (fix = false) =>
    examine({ sql: platform.db.sql, storage: platform.services.storage }, { fix, onCheck: () => undefined });

  /** Runs statements, looks, and undoes them. */
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
      const patient = { sql: sql as never, storage: platform.services.storage };
      return await examine(patient, { fix: false, onCheck: () => undefined });
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('finds nothing in what the service itself wrote', async () => {
    expect(await look()).toEqual([]);
  });

  test.each([
    ['comment counters', () => `update spaces set comments = 7 where id = '${ids.space}'`],
    ['collection tree', () => `update collections set "parentId" = '${ids.inner}' where id = '${ids.collection}'`],
    ['page tree', () => `update content_entries set "parentId" = 'pg_gone' where kind = 'page'`],
    ['revision numbers', () => `update revisions set seq = 9 where seq = 2`],
    ['revision parents', () => `update revisions set parents = '{}' where seq = 2`],
    ['active revision', () => `update spaces set "revisionId" = 'rev_gone' where id = '${ids.space}'`],
    [
      'content intervals',
      () => `insert into content_entries select line, "entryId", "fromSeq" + 1, "fromSeq" + 2, "spaceId", kind, deleted,
        "parentId", position, type, title, slug, "documentId", "blobHash", attributes, "createdAt", "updatedAt"
        from content_entries where kind = 'page'`,
    ],
    ['content beyond history', () => `update content_entries set "fromSeq" = 99`],
    [
      'link targets',
      () => `insert into content_links ("pageId", "documentId", ordinal, "startsAt", "endsAt", url, kind, "targetId")
        select 'pg_x', id, 9, 0, 1, 'x', 'page', 'pg_never' from documents limit 1`,
    ],
    ['organization admins', () => `update members set role = 'read'`],
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
  ])('finds %s that are wrong', async (check, statement) => {
    const findings = await afterwards(statement());
    expect([...new Set(findings.map((finding) => finding.check))]).toContain(check);
  });

  test('counts wrong counters again when told to, and changes nothing else', async () => {
    await platform.db.pool.query(`update spaces set comments = 7, "commentsAll" = 9 where id = '${ids.space}'`);
    await platform.db.pool.query(`update spaces set "revisionId" = 'rev_gone' where id = '${ids.space}'`);
    const found = await look(true);
    expect(found.map(({ check, fixed }) => [check, fixed])).toEqual([
      ['comment counters', true],
      ['active revision', false],
    ]);
    expect((await look()).map(({ check }) => check)).toEqual(['active revision']);
  });
});

/** A collection in a collection, and a space with an imported page. */
async function someContent(ctx: Context, organizationId: string) {
  const collection = await createCollection(ctx, { organizationId, title: 'Outer' });
  const inner = await createCollection(ctx, { organizationId, title: 'Inner', parentId: collection.id });
  const space = await createSpace(ctx, { organizationId });
  const body = Buffer.from('# Title\n\nText.\n');
  const answer = { url: 'http://x.test/a.md', status: 200, contentType: 'text/markdown', headers: {}, body };
  const fetching = { ...ctx, fetch: () => Promise.resolve(answer) };
  await importContent(fetching, { spaceId: space.id, url: answer.url, source: 'markdown' });
  return { space: space.id, collection: collection.id, inner: inner.id, organization: organizationId };
}
