import { generateNKeysBetween } from 'fractional-indexing';
import { generateVisitorKey, encryptVisitorKey } from '../src/domain/publishing/visitor-auth/visitor-key.ts';
import type { Harness } from './harness.ts';
import { insert } from './insert.ts';
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
  await insert(platform, 'sites', { id, organizationId, ...names, ...values, ...publication });
  const sealedKey = encryptVisitorKey(platform.services, id, generateVisitorKey());
  await insert(platform, 'site_visitor_auth', { siteId: id, sealedKey });
  return { id };
}

interface SiteSpaceValues {
  readonly siteId: string;
  readonly spaceId: string;
  readonly sectionId?: string | null;
}

/** Adds a site space after the existing ones. The first one of a section is its default. */
export async function aSiteSpace({ platform }: Harness, values: SiteSpaceValues): Promise<string> {
  const { prisma } = platform.db;
  const id = platform.services.newId('ssp');
  const { siteId, sectionId = null } = values;
  const count = await prisma.siteSpace.count({ where: { siteId, sectionId } });
  const position = generateNKeysBetween(null, null, count + 1).at(-1)!;
  await prisma.siteSpace.create({ data: { ...values, id, path: `space-${count}`, position, isDefault: count === 0 } });
  await prisma.site.update({ where: { id: siteId }, data: { siteSpaces: { increment: 1 } } });
  return id;
}

interface SiteSectionValues {
  readonly siteId: string;
  readonly spaceId: string;
  readonly groupId?: string | null;
}

/** Adds a section with one space after the existing ones. */
export async function aSiteSection(server: Harness, { siteId, spaceId, groupId }: SiteSectionValues): Promise<string> {
  const { prisma } = server.platform.db;
  const id = server.platform.services.newId('sec');
  const count = await prisma.siteSection.count({ where: { siteId } });
  const position = generateNKeysBetween('b00', null, count + 1).at(-1)!;
  await prisma.siteSection.create({
    data: {
      id,
      siteId,
      groupId: groupId || null,
      title: `Section ${count}`,
      path: `section-${count}`,
      position,
      isDefault: count === 0,
    },
  });
  await aSiteSpace(server, { siteId, spaceId, sectionId: id });
  return id;
}

/** Adds a section group without sections. */
export async function aSiteGroup({ platform }: Harness, siteId: string): Promise<string> {
  const id = platform.services.newId('sgr');
  await platform.db.prisma.siteSectionGroup.create({ data: { id, siteId, title: 'Group', position: 'a0' } });
  return id;
}
