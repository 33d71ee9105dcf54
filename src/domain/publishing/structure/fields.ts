import * as z from 'zod';
import { choice } from '../../../lib/form-types.ts';
import { notBlank } from '../../../lib/not-blank.ts';

/** Title of a section whose space has an empty or too long title. */
export const defaultSectionTitle = 'Untitled section';

/** Maximum length of a path, in characters. */
export const maxPathLength = 100;

export const SectionTitle = z
  .string()
  .min(2, { abort: true })
  .max(128)
  .refine(...notBlank);
export const SectionDescription = z.string().max(256);
export const SectionGroupTitle = z
  .string()
  .min(1, { abort: true })
  .max(100)
  .refine(...notBlank);
export const SiteIconName = z.string().max(50);

/** Maximum number of sections, groups and site spaces of a site, whose structure is read and written as a whole. */
export const maxSections = 200;
export const maxSectionGroups = 100;
export const maxSiteSpaces = 1_000;

const structureTypes = {
  'site-space': 'A site space.',
  'site-section': 'A section.',
  'site-section-group': 'A section group.',
} as const;

export type StructureType = keyof typeof structureTypes;

export const SiteStructureType = choice('SiteStructureType', 'The kind of a part of a site.', structureTypes);
