import { DomainError } from '../../../lib/errors.ts';
import { slugOf } from '../../../lib/slugs.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { exportVersion, organizationFiles } from '../../../text/imports/formats/exported/format.ts';
import type { OrganizationManifest, SpaceLine } from '../../../text/imports/formats/exported/organization-format.ts';
import type { Organization } from '../../people/organizations/organizations.ts';
import { authorizedSpace, type Space } from '../../authoring/spaces/spaces.ts';
import type { Archive } from './archive.ts';
import { ArchivePaths } from '../../../text/exports/archive-paths.ts';
import { maxFolderBytes, rowsAtOnce, type ArchivePart } from './fields.ts';
import type { ArchiveContents } from './make-archive.ts';
import { adminOfSpaces, mayReadPart } from './may-read.ts';
import {
  listCollectionGrants,
  listCollectionLines,
  listMemberLines,
  listSpaceTreeRows,
  listTeamLines,
  type SpaceTreeRow,
} from './queries.ts';
import { loadSpaceContent } from './load-space-content.ts';
import { addDiscussions, inBatches } from './write-people.ts';
import { addSpaceContent, type WritingSteps } from './write-space.ts';

/**
 * Adds every space of an organization in its own folder, and the parts of the organization that the caller may read.
 * Spaces are read one at a time, so that memory does not grow with their number. Throws insufficient_scope.
 */
export async function addOrganization(
  ctx: Context,
  archive: Archive,
  organization: Organization,
  steps: WritingSteps,
): Promise<ArchiveContents> {
  const parts = new Set<ArchivePart>(['content']);
  const spaceIds: string[] = [];
  const folders = new ArchivePaths();
  let done = 0;
  await archive.collectLines<SpaceLine>(organizationFiles.spaces, async ({ write }) => {
    for await (const row of rowsOf(ctx, organization.id, listSpaceTreeRows)) {
      steps.signal.throwIfAborted();
      const space = await findExportable(ctx, row.id);
      if (space === null) continue;
      const folder = folderOf(row, folders);
      for (const part of await addSpace(ctx, archive.inside(folder), space, forSpace(steps, space, done)))
        parts.add(part);
      await write({ id: row.id, parent: row.parent, position: row.position, folder });
      spaceIds.push(row.id);
      done += 1;
    }
  });
  for (const part of addStructure(ctx, archive, organization)) parts.add(part);
  return { parts: [...parts], spaceIds };
}

/** Finds a space; null when it has been deleted or moved since. */
async function findExportable(ctx: Context, id: string): Promise<Space | null> {
  try {
    // A separate context, because loaders keep what they have read.
    return await authorizedSpace(actingAs(ctx, ctx.actor), id, 'readContent');
  } catch (error) {
    if (error instanceof DomainError && error.type === 'not_found') return null;
    throw error;
  }
}

async function addSpace(ctx: Context, archive: Archive, space: Space, steps: WritingSteps): Promise<ArchivePart[]> {
  const reader = actingAs(ctx, ctx.actor);
  await addSpaceContent(reader, archive, await loadSpaceContent(reader, space), steps);
  const parts = addDiscussions(reader, archive, space);
  await archive.flush();
  return parts;
}

/** Reports progress in spaces, because the number of pages of the remaining spaces is unknown. */
const forSpace = ({ signal, progress }: WritingSteps, { title }: Space, done: number): WritingSteps => ({
  signal,
  progress: ({ phase = '' }) => progress({ done, phase: `${title}: ${phase}` }),
});

const folderOf = ({ id, title }: SpaceTreeRow, folders: ArchivePaths): string => {
  const named = [slugOf(title), `${slugOf(title)}-${id.slice(-8)}`];
  const short = named.filter((name) => Buffer.byteLength(name) <= maxFolderBytes);
  return `${folders.take([...short, id])}/`;
};

/** Adds the settings, collections, members and teams of the organization. Returns the parts added. */
function addStructure(ctx: Context, archive: Archive, organization: Organization): ArchivePart[] {
  const reader = { actor: ctx.actor, space: adminOfSpaces, organization };
  const hasSettings = mayReadPart(reader, 'settings');
  archive.addJson(organizationFiles.manifest, () => manifestOf(ctx, hasSettings ? settingsOf(organization) : null));
  const lists = {
    collections: [
      [organizationFiles.collections, () => rowsOf(ctx, organization.id, listCollectionLines)],
      [organizationFiles.collectionAccess, () => rowsOf(ctx, organization.id, listCollectionGrants)],
    ],
    members: [
      [
        organizationFiles.members,
        () =>
          inBatches<{ userId: string }>((last) =>
            listMemberLines(ctx.sql, organization.id, last?.userId ?? '', rowsAtOnce),
          ),
      ],
    ],
    teams: [[organizationFiles.teams, () => rowsOf(ctx, organization.id, listTeamLines)]],
  } as const;
  const parts = (Object.keys(lists) as (keyof typeof lists)[]).filter((part) => mayReadPart(reader, part));
  for (const part of parts) for (const [path, rows] of lists[part]) archive.addLines(path, rows);
  return hasSettings ? ['settings', ...parts] : parts;
}

const rowsOf = <Row extends { readonly id: string }>(
  ctx: Context,
  organizationId: string,
  list: (reader: Context['sql'], organizationId: string, after: string, limit: number) => Promise<Row[]>,
) => inBatches<Row>((last) => list(ctx.sql, organizationId, last?.id ?? '', rowsAtOnce));

const manifestOf = (ctx: Context, organization: OrganizationManifest['organization']): OrganizationManifest => ({
  format: 'octavo-organization',
  version: exportVersion,
  createdAt: ctx.now().toISOString(),
  organization,
});

const settingsOf = (organization: Organization): NonNullable<OrganizationManifest['organization']> => {
  const { id, title, hostname, emailDomains, type, useCase, communityType, defaultRole, sso, inviteLinks } =
    organization;
  return { id, title, hostname, emailDomains, type, useCase, communityType, defaultRole, sso, inviteLinks };
};
