import * as z from 'zod';
import { SitePath } from '../sites/fields.ts';
import {
  maxSections,
  SectionDescription,
  SectionGroupTitle,
  SectionTitle,
  SiteIconName,
  SiteStructureType,
} from './fields.ts';
import { Id, inputForm, omittable } from '../../../lib/form-types.ts';
import { Condition } from '../../../text/expressions/condition.ts';

/** Returns the form of a position beside a part that `pointer` names. */
const positionForm = <Pointer extends z.ZodType>(name: string, part: string, pointer: Pointer) =>
  inputForm(name, `A position beside another ${part}. Exactly one field is required.`, {
    before: pointer.apply(omittable).describe(`The ${part} that follows.`),
    after: pointer.apply(omittable).describe(`The ${part} that precedes.`),
  });

const SiteStructurePointerInput = inputForm('SiteStructurePointer', 'A part of a site.', {
  type: SiteStructureType.describe('Kind of the part.'),
  id: Id.describe('Id of the part.'),
});

const SiteStructurePositionInput = positionForm('SiteStructurePosition', 'part', SiteStructurePointerInput);

export const SortSiteStructureInput = inputForm('SortSiteStructure', 'The part to move, and its new position.', {
  item: SiteStructurePointerInput.describe('The part to move.'),
  position: SiteStructurePositionInput.describe('The new position.'),
});

const SiteSectionPointerInput = inputForm('SiteSectionPointer', 'The section beside which another is placed.', {
  type: SiteStructureType.describe('Kind of the part: a section.'),
  siteSection: Id.describe('Id of a section of the same site.'),
});

const SiteSectionPositionInput = positionForm('SiteSectionPosition', 'section', SiteSectionPointerInput);

export const MoveSiteSectionInput = inputForm('MoveSiteSection', 'The new position.', {
  position: SiteSectionPositionInput.apply(omittable).describe('The new position. Required.'),
});

const SiteSpacePointerInput = inputForm('SiteSpacePointer', 'The site space beside which another is placed.', {
  type: SiteStructureType.describe('Kind of the part: a site space.'),
  siteSpace: Id.describe('Id of a site space of the same site.'),
});

const SiteSpacePositionInput = positionForm('SiteSpacePosition', 'site space', SiteSpacePointerInput);

export const MoveSiteSpaceInput = inputForm('MoveSiteSpace', 'The new position.', {
  position: SiteSpacePositionInput.apply(omittable).describe('The new position. Required.'),
});

export const MoveSectionGroupInput = inputForm('MoveSectionGroup', 'The new position.', {
  position: SiteStructurePositionInput.apply(omittable).describe('The new position. Required.'),
});

export const AddSiteSectionInput = inputForm('AddSiteSection', 'Fields of a new section.', {
  spaceId: Id.describe('Id of the space that the section shows.'),
  title: SectionTitle.nullish().describe('Name of the section; the title of the space when it is omitted or null.'),
  icon: SiteIconName.nullish().describe('Name of the icon; null for none.'),
});

export const UpdateSiteSectionInput = inputForm(
  'UpdateSiteSection',
  'Fields to update; omitted fields stay unchanged.',
  {
    title: SectionTitle.optional().describe('Name of the section.'),
    path: SitePath.optional().describe('Path below the site, unique among its sections.'),
    defaultSiteSpace: Id.optional().describe('Id of the site space of the section to show first.'),
    condition: Condition.nullish().describe(
      'Expression over the claims of a visitor that decides who sees the section; null removes it.',
    ),
    icon: SiteIconName.nullish().describe('Name of the icon; null removes it.'),
    description: SectionDescription.nullish().describe('Description; null removes it.'),
  },
);

export const AddSectionGroupInput = inputForm('AddSectionGroup', 'Fields of a new section group.', {
  title: SectionGroupTitle.describe('Name of the group.'),
  icon: SiteIconName.nullish().describe('Name of the icon; null for none.'),
  sections: z
    .array(Id)
    .max(maxSections)
    .apply(omittable)
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

export const AddSectionToGroupInput = inputForm(
  'AddSectionToGroup',
  'Which section of the site moves into the group.',
  {
    sectionId: Id.describe('Id of a section of the site.'),
  },
);

export const AddSiteSpaceInput = inputForm('AddSiteSpace', 'The space to add, and its section.', {
  spaceId: Id.describe('Id of a space of the organization.'),
  sectionId: Id.apply(omittable).describe(
    'Id of the section. When omitted, the default section, or the site if it has no sections.',
  ),
});

export const UpdateSiteSpaceInput = inputForm('UpdateSiteSpace', 'Fields to update; omitted fields stay unchanged.', {
  path: SitePath.optional().describe('Path below the section, unique among the site spaces of the section.'),
  condition: Condition.nullish().describe(
    'Expression over the claims of a visitor that decides who sees the site space; null removes it.',
  ),
  spaceId: Id.optional().describe('Id of another space to show.'),
});
