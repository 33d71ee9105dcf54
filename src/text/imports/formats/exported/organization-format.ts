import * as z from 'zod';
import { exportVersion } from './format.ts';

/** Manifest of the export of an organization. See docs/reference/exports.md. */
export const OrganizationManifest = z.object({
  format: z.literal('octavo-organization'),
  version: z.literal(exportVersion),
  createdAt: z.string(),
  organization: z
    .object({
      id: z.string(),
      title: z.string(),
      hostname: z.string().nullable(),
      emailDomains: z.array(z.string()),
      type: z.string(),
      useCase: z.string().nullable(),
      communityType: z.string().nullable(),
      defaultRole: z.string().nullable(),
      sso: z.boolean(),
      inviteLinks: z.boolean(),
    })
    /** Null when the settings could not be read. */
    .nullable(),
});
export type OrganizationManifest = z.infer<typeof OrganizationManifest>;

/** Position in the tree of an organization. Siblings are ordered by `position`, compared by code units. */
const placed = { id: z.string().max(64), parent: z.string().nullable(), position: z.string().min(1) };

/** A space. `folder` contains its export and ends in `/`. */
export const SpaceLine = z.object({ ...placed, folder: z.string().regex(/^[^/]+\/$/) });
export type SpaceLine = z.infer<typeof SpaceLine>;

export const CollectionLine = z.object({
  ...placed,
  title: z.string(),
  description: z.string().nullable(),
  defaultLevel: z.string(),
});
export type CollectionLine = z.infer<typeof CollectionLine>;
