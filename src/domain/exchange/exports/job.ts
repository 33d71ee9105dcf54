import * as z from 'zod';
import type { Context } from '../../core/context.ts';
import { jobHandler, type JobKind } from '../../core/jobs/kind.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { authorizedSpace } from '../../authoring/spaces/spaces.ts';
import { ExportResult, makeArchive } from './make-archive.ts';
import { loadSpaceContent } from './load-space-content.ts';
import { addOrganization } from './write-organization.ts';
import { addDiscussions } from './write-people.ts';
import { addSpaceContent } from './write-space.ts';

const SpacePayload = z.object({ spaceId: z.string() });

export const spaceExport: JobKind<z.infer<typeof SpacePayload>, ExportResult> = {
  name: 'space-export',
  payload: SpacePayload,
  result: ExportResult,
};

/** Writes and stores the archive of a space. Fails with not_found, insufficient_scope, payload_too_large, storage_unavailable. */
export const spaceExportHandler = jobHandler(spaceExport, async (ctx: Context, { spaceId }, run) => {
  const space = await authorizedSpace(ctx, spaceId, 'readContent');
  run.progress({ phase: 'reading' });
  const content = await loadSpaceContent(ctx, space);
  const owner = { organizationId: space.organizationId, spaceId, name: `${space.title}.zip` };
  return makeArchive(ctx, owner, run, async (archive) => {
    await addSpaceContent(ctx, archive, content, run);
    return { parts: ['content', ...addDiscussions(ctx, archive, space)], spaceIds: [spaceId] };
  });
});

const OrganizationPayload = z.object({ organizationId: z.string() });

export const organizationExport: JobKind<z.infer<typeof OrganizationPayload>, ExportResult> = {
  name: 'organization-export',
  payload: OrganizationPayload,
  result: ExportResult,
};

/**
 * Writes and stores the archive of an organization. Fails with not_found, forbidden, insufficient_scope, payload_too_large,
 * storage_unavailable.
 */
export const organizationExportHandler = jobHandler(
  organizationExport,
  async (ctx: Context, { organizationId }, run) => {
    const organization = await authorizedOrganization(ctx, organizationId, 'export');
    const owner = { organizationId, spaceId: null, name: `${organization.title}.zip` };
    return makeArchive(ctx, owner, run, (archive) => addOrganization(ctx, archive, organization, run));
  },
);
