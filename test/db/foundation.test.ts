import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedTemplate } from '../setup/templates.ts';

const migrated = new File([await readFile(await embeddedTemplate())], 'migrated.tar.gz');
const db = new PGlite({ extensions: { pg_trgm, unaccent }, loadDataDir: migrated });
beforeAll(async () => {
  await db.exec(`
    insert into organizations (id, title, "emailDomains") values ('org_1', 'One', '{}');
    insert into users (id, "displayName") values ('usr_1', 'One');
    insert into teams (id, "organizationId", title) values ('tem_1', 'org_1', 'One');
    insert into collections (id, "organizationId", title, position) values ('col_1', 'org_1', 'One', 'a0');
    insert into spaces (id, "organizationId", title, position, "revisionId") values ('spc_1', 'org_1', 'One', 'a0', 'rev_1');
    insert into revisions (id, "spaceId", line, seq, parents, type) values ('rev_1', 'spc_1', 'spc_1', 1, '{}', 'edits');
  `);
});
afterAll(() => db.close());

const grant = (columns: string, values: string) =>
  `insert into grants (id, "organizationId", ${columns}) values (gen_random_uuid(), 'org_1', ${values})`;
const invite = (columns: string, values: string) =>
  `insert into invites (id, "organizationId", ${columns}) values (gen_random_uuid(), 'org_1', ${values})`;
const entry = (values: string) =>
  `insert into content_entries (line, "spaceId", position, type, title, "createdAt", "updatedAt", "entryId", kind, "fromSeq", "toSeq")
   values ('spc_1', 'spc_1', 'a0', 'document', '', now(), now(), ${values})`;

test.each([
  ['spaces_visibility_check', `update spaces set visibility = 'secret'`],
  ['spaces_editMode_check', `update spaces set "editMode" = 'open'`],
  ['spaces_defaultLevel_check', `update spaces set "defaultLevel" = 'owner'`],
  ['spaces_title_check', `update spaces set title = repeat('x', 51)`],
  ['collections_defaultLevel_check', `update collections set "defaultLevel" = ''`],
  ['collections_title_check', `update collections set title = repeat('x', 51)`],
  ['collections_description_check', `update collections set description = repeat('x', 101)`],
  ['teams_title_check', `update teams set title = ''`],
  ['organizations_title_check', `update organizations set title = repeat('x', 256)`],
  ['organizations_hostname_check', `update organizations set hostname = 'ab'`],
  ['organizations_type_check', `update organizations set type = 'personal'`],
  ['organizations_useCase_check', `update organizations set "useCase" = 'wiki'`],
  ['organizations_communityType_check', `update organizations set "communityType" = 'club'`],
  ['organizations_defaultRole_check', `update organizations set "defaultRole" = 'none'`],
  ['members_role_check', `insert into members ("organizationId", "userId", role) values ('org_1', 'usr_1', 'none')`],
  ['team_members_role_check', `insert into team_members ("teamId", "userId", role) values ('tem_1', 'usr_1', 'admin')`],
  ['grants_role_check', grant('role, "spaceId", "userId"', `'inherit', 'spc_1', 'usr_1'`)],
  ['grants_target_check', grant('role, "userId"', `'read', 'usr_1'`)],
  ['grants_target_check', grant('role, "spaceId", "collectionId", "userId"', `'read', 'spc_1', 'col_1', 'usr_1'`)],
  ['grants_holder_check', grant('role, "spaceId"', `'read', 'spc_1'`)],
  ['grants_holder_check', grant('role, "spaceId", "userId", "teamId"', `'read', 'spc_1', 'usr_1', 'tem_1'`)],
  ['invites_role_check', invite('role', `'owner'`)],
  ['invites_level_check', invite('level, "spaceId"', `'none', 'spc_1'`)],
  ['invites_target_check', invite('level', `'read'`)],
  ['invites_scope_check', invite('role, level, "spaceId"', `'read', 'read', 'spc_1'`)],
  [
    'comments_status_check',
    `insert into comments (id, "spaceId", "authorId", markdown, "revisionId", status) values ('com_1', 'spc_1', 'usr_1', '', 'rev_1', 'closed')`,
  ],
  [
    'api_tokens_kind_check',
    `insert into api_tokens (id, "userId", kind, name, hash, prefix, "lastFour", scopes) values ('tok_1', 'usr_1', 'admin', '', '', '', '', '{}')`,
  ],
  ['revisions_type_check', `update revisions set type = 'edit'`],
  ['content_entries_kind_check', entry(`'pag_1', 'folder', 1, null`)],
  ['content_entries_toSeq_check', entry(`'pag_1', 'page', 2, 2`)],
  ['content_entries_current_key', `${entry(`'pag_2', 'page', 1, null`)}; ${entry(`'pag_2', 'page', 2, null`)}`],
  [
    'content_links_kind_check',
    `${entry(`'pag_4', 'page', 1, null`)}; insert into content_links (line, "entryId", "fromSeq", ordinal, source, "startsAt", "endsAt", url, kind) values ('spc_1', 'pag_4', 1, 0, 'text', 0, 1, '', 'mail')`,
  ],
])('the constraint %s refuses %s', async (constraint, sql) => {
  await expect(db.exec(sql)).rejects.toMatchObject({ constraint });
});

test.each([
  invite('role', 'null'),
  invite('role', `'admin'`),
  invite('level, "collectionId"', `'edit', 'col_1'`),
  grant('role, "spaceId", "userId"', `'none', 'spc_1', 'usr_1'`),
  grant('role, "collectionId", "teamId"', `'admin', 'col_1', 'tem_1'`),
  `insert into members ("organizationId", "userId", role) values ('org_1', 'usr_1', null)`,
  `${entry(`'pag_3', 'page', 1, 2`)}; ${entry(`'pag_3', 'page', 2, null`)}`,
])('the schema accepts %s', async (sql) => {
  await expect(db.exec(sql)).resolves.toBeDefined();
});

test('role_rank orders the roles', async () => {
  const roles = ['none', 'read', 'comment', 'edit', 'review', 'create', 'admin', 'inherit', null];
  const { rows } = await db.query<{ rank: number | null }>(
    'select role_rank(role) as rank from unnest($1::text[]) as role',
    [roles],
  );
  expect(rows.map((row) => row.rank)).toEqual([0, 1, 2, 3, 4, 5, 6, null, null]);
});

describe('columns', () => {
  test('every id, hash and order key sorts by bytes, so that order keys work and lists are alike on every server', async () => {
    const { rows } = await db.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'
         and column_name ~ '^(id|line|position|hash|[a-z]+.*(Id|Hash))$'`,
    );
    expect(rows).toEqual([]);
  });

  test('no list is null, but for the anchors of texts that were stored before anchors were', async () => {
    const { rows } = await db.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'ARRAY' and is_nullable = 'YES'`,
    );
    expect(rows).toEqual([{ table_name: 'documents', column_name: 'anchors' }]);
  });
});
