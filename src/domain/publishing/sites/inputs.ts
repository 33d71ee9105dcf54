import * as z from 'zod';
import { Id, inputForm, jsonForm } from '../../../lib/form-types.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { SearchText } from '../../authoring/search/fields.ts';
import { Emoji } from '../../authoring/spaces/fields.ts';
import {
  AgentsContext,
  InitialSpaces,
  maxSections,
  SearchedSiteSpaces,
  SectionDescription,
  SectionGroupTitle,
  SectionTitle,
  SiteCondition,
  SiteIconName,
  SiteIconUrl,
  SitePath,
  SiteProxy,
  SiteSearchMode,
  SiteStructureType,
  SiteTitle,
  SiteType,
  SiteVisibility,
} from './fields.ts';

export const UpdateSiteAdaptiveSchemaInput = inputForm('UpdateSiteAdaptiveSchema', 'A new adaptive schema.', {
  jsonSchema: jsonForm(z.unknown().refine(isGiven, 'is required')).describe(
    `A JSON Schema (a subset of draft-07) of an object with \`additionalProperties: false\`. At most 64 KB and 5 levels of nested claims. ${freeForms.jsonSchema}`,
  ),
});

const SiteIconImagesInput = inputForm('SiteIconImages', 'The images of an icon.', {
  light: SiteIconUrl.describe('URL of the image for light mode.'),
  dark: SiteIconUrl.describe('URL of the image for dark mode.'),
});

export const SetSiteIconInput = inputForm(
  'SetSiteIcon',
  'The icon of a site: either images or an emoji. Without either, the icon is removed.',
  {
    images: SiteIconImagesInput.nullish().describe('The images. Cannot be combined with an emoji.'),
    emoji: Emoji.nullish().describe('One emoji, or its hexadecimal code points.'),
  },
);

export const CreateSiteInput = inputForm('CreateSite', 'Fields of a new site.', {
  type: SiteType.nullish().default('basic').describe('Kind of site.'),
  title: SiteTitle.nullish().describe('Name of the site.'),
  visibility: SiteVisibility.nullish().describe('Who may read the published site; anyone when omitted.'),
  spaces: InitialSpaces.nullish().describe(
    'Ids of the spaces of the site, in order. Alternatively `sample` or `empty`, for a new space with sample pages or without pages. The site has no spaces when omitted.',
  ),
});

const AdaptiveContentInput = inputForm('AdaptiveContent', 'Settings of adaptive content.', {
  enabled: z.boolean().describe('Whether conditions are evaluated for visitors.'),
});

export const UpdateSiteInput = inputForm('UpdateSite', 'Fields to update; omitted fields stay unchanged.', {
  title: SiteTitle.optional().describe('Name of the site.'),
  visibility: SiteVisibility.optional().describe('Who may read the published site. Only admins may update it.'),
  basename: SitePath.optional().describe(
    'Path of the site below the hostname of the organization, unique among the sites of the organization.',
  ),
  adaptiveContent: AdaptiveContentInput.optional().describe('Settings of adaptive content.'),
  agentsContext: AgentsContext.optional().describe('Whether AI agents may use the site.'),
  defaultSiteSpace: Id.optional().describe(
    'Id of the site space to show first: one of the default section, or of the site when it has no sections.',
  ),
  defaultSiteSection: Id.optional().describe('Id of the section to show first.'),
  proxy: SiteProxy.nullish().describe(
    'Host and path at which a proxy serves the site; null removes it. Only admins may update it.',
  ),
});

const SiteSearchScopeInput = inputForm('SiteSearchScope', 'The site spaces to search.', {
  mode: SiteSearchMode.describe('How the site spaces are selected.'),
  siteSpaceId: Id.nullish().describe('Id of the site space, for the mode `CURRENT`.'),
  siteSpaceIds: SearchedSiteSpaces.nullish().describe('Ids of the site spaces, for the mode `SPECIFIC`.'),
});

export const SearchSiteInput = inputForm('SearchSite', 'A search in a site.', {
  query: SearchText.describe(
    'Words, `"phrases"` and excluded `-words`. The last word may be incomplete. A blank query is refused.',
  ),
  scope: SiteSearchScopeInput.nullish().describe('The site spaces to search; all when omitted.'),
  mode: SiteSearchMode.nullish().describe('Same as `mode` of `scope`, for older clients.'),
  siteSpaceId: Id.nullish().describe('Same as `siteSpaceId` of `scope`, for older clients.'),
  siteSpaceIds: SearchedSiteSpaces.nullish().describe('Same as `siteSpaceIds` of `scope`, for older clients.'),
});

const SiteStructurePointerInput = inputForm('SiteStructurePointer', 'A part of a site.', {
  type: SiteStructureType.describe('Kind of the part.'),
  id: Id.describe('Id of the part.'),
});

const SiteStructurePositionInput = inputForm(
  'SiteStructurePosition',
  'A position beside another part. Exactly one field is required.',
  {
    before: SiteStructurePointerInput.nullish().describe('The part that follows.'),
    after: SiteStructurePointerInput.nullish().describe('The part that precedes.'),
  },
);

export const SortSiteStructureInput = inputForm('SortSiteStructure', 'The part to move, and its new position.', {
  item: SiteStructurePointerInput.describe('The part to move.'),
  position: SiteStructurePositionInput.describe('The new position.'),
});

const SiteSectionPointerInput = inputForm('SiteSectionPointer', 'A section.', {
  type: SiteStructureType.describe('Kind of the part: a section.'),
  siteSection: Id.describe('Id of the section.'),
});

const SiteSectionPositionInput = inputForm(
  'SiteSectionPosition',
  'A position beside another section. Exactly one field is required.',
  {
    before: SiteSectionPointerInput.nullish().describe('The section that follows.'),
    after: SiteSectionPointerInput.nullish().describe('The section that precedes.'),
  },
);

export const MoveSiteSectionInput = inputForm('MoveSiteSection', 'The new position.', {
  position: SiteSectionPositionInput.nullish().describe('The new position. Required.'),
});

const SiteSpacePointerInput = inputForm('SiteSpacePointer', 'A site space.', {
  type: SiteStructureType.describe('Kind of the part: a site space.'),
  siteSpace: Id.describe('Id of the site space.'),
});

const SiteSpacePositionInput = inputForm(
  'SiteSpacePosition',
  'A position beside another site space. Exactly one field is required.',
  {
    before: SiteSpacePointerInput.nullish().describe('The site space that follows.'),
    after: SiteSpacePointerInput.nullish().describe('The site space that precedes.'),
  },
);

export const MoveSiteSpaceInput = inputForm('MoveSiteSpace', 'The new position.', {
  position: SiteSpacePositionInput.nullish().describe('The new position. Required.'),
});

export const MoveSectionGroupInput = inputForm('MoveSectionGroup', 'The new position.', {
  position: SiteStructurePositionInput.nullish().describe('The new position. Required.'),
});

export const AddSiteSectionInput = inputForm('AddSiteSection', 'Fields of a new section.', {
  spaceId: Id.describe('Id of the space that the section shows.'),
  title: SectionTitle.nullish().describe('Name of the section; the title of the space when omitted.'),
  icon: SiteIconName.nullish().describe('Name of the icon.'),
});

export const UpdateSiteSectionInput = inputForm(
  'UpdateSiteSection',
  'Fields to update; omitted fields stay unchanged.',
  {
    title: SectionTitle.optional().describe('Name of the section.'),
    path: SitePath.optional().describe('Path below the site, unique among its sections.'),
    defaultSiteSpace: Id.optional().describe('Id of the site space of the section to show first.'),
    condition: SiteCondition.nullish().describe(
      'Expression over the claims of a visitor that decides who sees the section; null removes it.',
    ),
    icon: SiteIconName.nullish().describe('Name of the icon; null removes it.'),
    description: SectionDescription.nullish().describe('Description; null removes it.'),
  },
);

export const AddSectionGroupInput = inputForm('AddSectionGroup', 'Fields of a new section group.', {
  title: SectionGroupTitle.describe('Name of the group.'),
  icon: SiteIconName.nullish().describe('Name of the icon.'),
  sections: z
    .array(Id)
    .max(maxSections)
    .nullish()
    .describe('Ids of sections to move to the group, in the order that they get there.'),
});

export const UpdateSectionGroupInput = inputForm(
  'UpdateSectionGroup',
  'Fields to update; omitted fields stay unchanged.',
  {
    title: SectionGroupTitle.optional().describe('Name of the group.'),
    icon: SiteIconName.nullish().describe('Name of the icon; null removes it.'),
  },
);

export const AddSectionToGroupInput = inputForm('AddSectionToGroup', 'The section to add.', {
  sectionId: Id,
});

export const AddSiteSpaceInput = inputForm('AddSiteSpace', 'The space to add, and its section.', {
  spaceId: Id,
  sectionId: Id.nullish().describe(
    'Id of the section. When omitted, the default section, or the site if it has no sections.',
  ),
});

export const UpdateSiteSpaceInput = inputForm('UpdateSiteSpace', 'Fields to update; omitted fields stay unchanged.', {
  path: SitePath.optional().describe('Path below the section, unique among the site spaces of the section.'),
  condition: SiteCondition.nullish().describe(
    'Expression over the claims of a visitor that decides who sees the site space; null removes it.',
  ),
  spaceId: Id.optional().describe('Id of another space to show.'),
});

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
