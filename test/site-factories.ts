import { generateNKeysBetween } from 'fractional-indexing';
import { sql, type Fragment } from '../src/db/sql.ts';
import { generateVisitorKey, encryptVisitorKey } from '../src/domain/publishing/visitor-auth/visitor-key.ts';
import type { Harness } from './harness.ts';
import { insert, insertTogether } from './insert.ts';
import { clock } from './setup/clock.ts';

interface SiteValues {
  readonly title?: string;
  readonly visibility?: string;
  readonly published?: boolean;
}

/** Creates an unpublished site without spaces. */
export async function aSite(
  { platform }: Harness,
  organizationId: string,
  { published = false, ...values }: SiteValues = {},
): Promise<{ id: string }> {
  const id = platform.services.newId('site');
  const publication = published ? { published, publishedAt: clock.now() } : {};
  const names = { title: 'Docs', basename: id.toLowerCase() };
  const sealedKey = encryptVisitorKey(platform.services, id, generateVisitorKey());
  await insertTogether(
    platform,
    ['sites', { id, organizationId, ...names, ...values, ...publication }],
    ['site_visitor_auth', { siteId: id, sealedKey }],
  );
  return { id };
}

interface SiteSpaceValues {
  readonly siteId: string;
  readonly spaceId: string;
  readonly sectionId?: string | null;
}

/** Adds a site space after the existing ones. The first one of a section is its default. */
export async function aSiteSpace({ platform }: Harness, values: SiteSpaceValues): Promise<string> {
  const id = platform.services.newId('ssp');
  const { siteId, sectionId = null } = values;
  const count = await countOf(
    platform,
    sql`select count(*)::int from site_spaces where "siteId" = ${siteId} and "sectionId" is not distinct from ${sectionId}`,
  );
  const position = generateNKeysBetween(null, null, count + 1).at(-1)!;
  await insert(platform, 'site_spaces', { ...values, id, path: `space-${count}`, position, isDefault: count === 0 });
  await platform.db.sql.rows(sql`update sites set "siteSpaces" = "siteSpaces" + 1 where id = ${siteId}`);
  return id;
}

async function countOf({ db }: Harness['platform'], statement: Fragment): Promise<number> {
  const [row] = await db.sql.rows<{ count: number }>(statement);
  return row!.count;
}

interface SiteSectionValues {
  readonly siteId: string;
  readonly spaceId: string;
  readonly groupId?: string | null;
}

/** Adds a section with one space after the existing ones. */
export async function aSiteSection(server: Harness, { siteId, spaceId, groupId }: SiteSectionValues): Promise<string> {
  const { platform } = server;
  const id = platform.services.newId('sec');
  const count = await countOf(platform, sql`select count(*)::int from site_sections where "siteId" = ${siteId}`);
  const position = generateNKeysBetween('b00', null, count + 1).at(-1)!;
  const names = { title: `Section ${count}`, path: `section-${count}` };
  const place = { siteId, groupId: groupId || null, position, isDefault: count === 0 };
  await insert(platform, 'site_sections', { id, ...names, ...place });
  await aSiteSpace(server, { siteId, spaceId, sectionId: id });
  return id;
}

/** Adds a section group without sections. */
export async function aSiteGroup({ platform }: Harness, siteId: string): Promise<string> {
  const id = platform.services.newId('sgr');
  await insert(platform, 'site_section_groups', { id, siteId, title: 'Group', position: 'a0' });
  return id;
}
