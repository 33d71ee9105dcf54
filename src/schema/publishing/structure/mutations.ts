import { withInput } from '../../../lib/watched-inputs.ts';
import { inSite } from '../sites/site.ts';
import { duplicateSiteSpace } from '../../../domain/publishing/structure/duplicate.ts';
import {
  AddSectionGroupInput,
  AddSectionToGroupInput,
  AddSiteSectionInput,
  AddSiteSpaceInput,
  UpdateSectionGroupInput,
  UpdateSiteSectionInput,
  UpdateSiteSpaceInput,
} from '../../../domain/publishing/structure/inputs.ts';
import {
  addSectionGroup,
  addSectionToGroup,
  deleteSectionGroup,
  removeSectionFromGroup,
  updateSectionGroup,
} from '../../../domain/publishing/structure/section-groups.ts';
import { addSection, deleteSection, updateSection } from '../../../domain/publishing/structure/sections.ts';
import { addSiteSpace, deleteSiteSpace, updateSiteSpace } from '../../../domain/publishing/structure/site-spaces.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { SiteSection, SiteSectionGroup, SiteSpace } from './structure.ts';

const sectionArgs = builder.args((t) => ({
  siteSectionId: t.id({ required: true }),
}));
const groupArgs = builder.args((t) => ({
  siteSectionGroupId: t.id({ required: true }),
}));
const siteSpaceArgs = builder.args((t) => ({
  siteSpaceId: t.id({ required: true }),
}));

mutation('addSiteSection', {
  description:
    'Adds a section with one space at the end of a site. If the site has no sections yet, its site spaces move to a first section. Needs the role `create` on the site and on the space.',
  args: siteArgs,
  input: { form: AddSiteSectionInput, description: 'Fields of the new section.' },
  payload: shows('section', SiteSection, 'The new section.'),
  resolve: (ctx, { input, ...site }) => addSection(ctx, withInput(input, site)),
});

mutation('updateSiteSection', {
  description: 'Updates a section. Needs the role `create` on the site.',
  args: { ...siteArgs, ...sectionArgs },
  input: { form: UpdateSiteSectionInput, description: 'Fields to update.' },
  payload: shows('section', SiteSection, 'The updated section.'),
  resolve: (ctx, { input, ...section }) => updateSection(ctx, withInput(input, section)),
});

mutation('deleteSiteSection', {
  description:
    'Deletes a section with its site spaces, but not their spaces. If it was the default section, the next one becomes the default. Needs the role `create` on the site.',
  args: { ...siteArgs, ...sectionArgs },
  payload: showsDeleted('Id of the deleted section.', inSite),
  resolve: async (ctx, part) => ({ ...part, deletedId: await deleteSection(ctx, part) }),
});

mutation('addSectionGroup', {
  description: 'Adds a section group at the end of a site. Needs the role `create` on the site.',
  args: siteArgs,
  input: { form: AddSectionGroupInput, description: 'Fields of the new group.' },
  payload: shows('group', SiteSectionGroup, 'The new section group.'),
  resolve: (ctx, { input, ...site }) => addSectionGroup(ctx, withInput(input, site)),
});

mutation('updateSectionGroup', {
  description: 'Updates a section group. Needs the role `create` on the site.',
  args: { ...siteArgs, ...groupArgs },
  input: { form: UpdateSectionGroupInput, description: 'Fields to update.' },
  payload: shows('group', SiteSectionGroup, 'The updated section group.'),
  resolve: (ctx, { input, ...group }) => updateSectionGroup(ctx, withInput(input, group)),
});

mutation('deleteSectionGroup', {
  description:
    'Deletes a section group. Its sections move to the position of the group. Needs the role `create` on the site.',
  args: { ...siteArgs, ...groupArgs },
  payload: showsDeleted('Id of the deleted section group.', inSite),
  resolve: async (ctx, part) => ({ ...part, deletedId: await deleteSectionGroup(ctx, part) }),
});

mutation('addSectionToGroup', {
  description: 'Moves a section to the end of a group. Needs the role `create` on the site.',
  args: { ...siteArgs, ...groupArgs },
  input: { form: AddSectionToGroupInput, description: 'The section to add.' },
  payload: shows('group', SiteSectionGroup, 'The section group.'),
  resolve: (ctx, { input, ...group }) => addSectionToGroup(ctx, withInput(input, group)),
});

mutation('removeSectionFromGroup', {
  description:
    'Moves a section out of its group, to the position after the group. Needs the role `create` on the site.',
  args: { ...siteArgs, ...groupArgs, ...sectionArgs },
  payload: showsDeleted('Id of the section, which stays in the site.', inSite),
  resolve: async (ctx, part) => ({ ...part, deletedId: await removeSectionFromGroup(ctx, part) }),
});

mutation('addSpaceToSite', {
  description: 'Adds a space to a site. Needs the role `create` on the site and on the space.',
  args: siteArgs,
  input: { form: AddSiteSpaceInput, description: 'The space to add, and its section.' },
  payload: shows('siteSpace', SiteSpace, 'The new site space.'),
  resolve: (ctx, { input, ...site }) => addSiteSpace(ctx, withInput(input, site)),
});

mutation('updateSiteSpace', {
  description: 'Updates a site space. Needs the role `create` on the site, and on another space to show.',
  args: { ...siteArgs, ...siteSpaceArgs },
  input: { form: UpdateSiteSpaceInput, description: 'Fields to update.' },
  payload: shows('siteSpace', SiteSpace, 'The updated site space.'),
  resolve: (ctx, { input, ...siteSpace }) => updateSiteSpace(ctx, withInput(input, siteSpace)),
});

mutation('deleteSiteSpace', {
  description:
    'Removes a space from a site, without deleting the space. Refused for the last site space of a section. Needs the role `create` on the site.',
  args: { ...siteArgs, ...siteSpaceArgs },
  payload: showsDeleted('Id of the deleted site space.', inSite),
  resolve: async (ctx, part) => ({ ...part, deletedId: await deleteSiteSpace(ctx, part) }),
});

mutation('duplicateSiteSpace', {
  description:
    'Copies the space of a site space, and adds the copy to the same section with the same condition. If the site space is the only one of its section, the copy gets a section of its own. Needs the role `create` on the site and on the parent of the space.',
  args: { ...siteArgs, ...siteSpaceArgs },
  payload: shows('siteSpace', SiteSpace, 'The site space of the copy.'),
  resolve: (ctx, siteSpace) => duplicateSiteSpace(ctx, siteSpace),
});
