import { cp } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../../src/db/embedded/engine.ts';
import { migrate } from '../../src/db/migrate.ts';
import { migrationsDirectory, readMigrations } from '../../src/db/migration-files.ts';
import { migrationFolder } from './migration-folder.ts';
import { patienceMs } from '../setup/patience.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const added = '0134_identities';

/** People of an installation that is updated, by how they became members of the organization with a provider. */
const people = `
  insert into organizations (id, title, "emailDomains") values ('org_a', 'A', '{corp.test}'), ('org_b', 'B', '{}');
  insert into saml_providers (id, "organizationId", label, "serviceKey", "serviceCertificate") values ('saml_a', 'org_a', 'A', '', '');
  insert into users (id, "displayName", email, "emailVerified", "isInstanceAdmin", "createdAt") values
    ('usr_made', 'Made', 'made@corp.test', true, false, '2026-02-01T00:00:00Z'),
    ('usr_admin', 'Admin', 'admin@corp.test', true, true, '2026-01-01T00:00:00Z'),
    ('usr_owner', 'Owner', 'owner@corp.test', true, false, '2026-01-01T00:00:00Z'),
    ('usr_victim', 'Victim', 'victim@corp.test', true, false, '2026-01-01T00:00:00Z'),
    ('usr_left', 'Left', 'left@corp.test', true, false, '2026-01-01T00:00:00Z'),
    ('usr_prepared', 'Prepared', 'prepared@corp.test', false, false, '2026-02-01T00:00:00Z'),
    ('usr_invited', 'Invited', 'invited@corp.test', false, false, '2026-02-01T00:00:00Z');
  insert into members ("organizationId", "userId", role, sso, "signedInAt", "samlProviderId", "joinedAt") values
    ('org_a', 'usr_made', 'read', true, now(), 'saml_a', '2026-02-01T00:00:01Z'),
    ('org_a', 'usr_admin', 'read', true, now(), 'saml_a', '2026-02-01T00:00:00Z'),
    ('org_a', 'usr_owner', 'admin', false, now(), 'saml_a', '2026-01-01T00:00:00Z'),
    ('org_a', 'usr_victim', 'read', true, now(), 'saml_a', '2026-02-01T00:00:00Z'),
    ('org_a', 'usr_left', 'read', true, now(), 'saml_a', '2026-02-01T00:00:00Z'),
    ('org_a', 'usr_prepared', 'read', true, now(), 'saml_a', '2026-02-01T00:00:00Z'),
    ('org_a', 'usr_invited', 'edit', true, null, null, '2026-02-01T00:00:00Z');
  insert into members ("organizationId", "userId", role, "joinedAt") values
    ('org_b', 'usr_victim', 'admin', '2026-01-01T00:00:00Z'), ('org_b', 'usr_prepared', 'read', '2026-02-02T00:00:00Z');
  insert into api_tokens (id, "userId", kind, name, hash, prefix, "lastFour", scopes, "organizationId", "samlProviderId")
    select 'tok_' || kind || "userId", "userId", kind, 'x', kind || "userId", 'oc', 'xxxx', '{}',
      case kind when 'session' then 'org_a' end, case kind when 'session' then 'saml_a' end
    from members cross join (values ('session'), ('user')) as kinds (kind)
    where "samlProviderId" is not null and (kind = 'session' or "userId" in ('usr_owner', 'usr_left'));
`;

/** Opens a database of the version before, with these people, and updates it. Returns a function that reads rows. */
async function updated() {
  const engine = await openEmbedded({ dataDir: null, statementTimeoutMs: patienceMs, log });
  const pool = new Pool({ ...engine.clientConfig, max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await engine.close();
  });
  const before = await migrationFolder({});
  const earlier = (await readMigrations()).filter(({ name }) => name < added);
  for (const { name } of earlier)
    await cp(path.join(migrationsDirectory, name), path.join(before, name), { recursive: true });
  await migrate(pool, { log, directory: before });
  await pool.query(people);
  await migrate(pool, { log });
  return async (sql: string) => (await pool.query(sql)).rows;
}

it('the update keeps the sign-ins of people whom one organization alone ever had, and of nobody who was taken over', async () => {
  const rowsOf = await updated();
  const idsOf = async (sql: string) => (await rowsOf(sql)).map(({ id }) => id);
  // Users that only one organization ever had are managed by it.
  expect(
    await rowsOf(`select id, email, "organizationId", "assertedEmail" from users where "organizationId" is not null`),
  ).toEqual([{ id: 'usr_made', email: null, organizationId: 'org_a', assertedEmail: 'made@corp.test' }]);
  expect(await idsOf(`select id from users where "invitedById" = 'org_a'`)).toEqual(['usr_invited']);
  expect(await rowsOf('select "samlProviderId", subject, "userId" from identities order by subject')).toEqual([
    { samlProviderId: 'saml_a', subject: 'made@corp.test', userId: 'usr_made' },
    { samlProviderId: 'saml_a', subject: 'owner@corp.test', userId: 'usr_owner' },
  ]);
  const sessions = `select "userId" as id from api_tokens where kind = 'session' and "revokedAt" is null order by 1`;
  expect(await idsOf(sessions)).toEqual(['usr_made', 'usr_owner']);
  expect(await idsOf(`select id from api_tokens where kind = 'user' and "revokedAt" is not null`)).toEqual([]);
  // Those who did not become members by themselves confirm the membership.
  expect(await idsOf('select "userId" as id from members where invited order by 1')).toEqual([
    'usr_admin',
    'usr_invited',
    'usr_left',
    'usr_prepared',
    'usr_victim',
  ]);
  expect(await rowsOf('select * from email_domains')).toEqual([]);
});
