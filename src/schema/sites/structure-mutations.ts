import * as z from 'zod';
import { duplicateSiteSpace } from '../../domain/sites/duplicate.ts';
import {
  maxSections,
  SectionDescription,
  SectionGroupTitle,
  SectionTitle,
  SiteCondition,
  SiteIconName,
  SitePath,
} from '../../domain/sites/fields.ts';
import {
  addSectionGroup,
  addSectionToGroup,
  deleteSectionGroup,
  removeSectionFromGroup,
  updateSectionGroup,
} from '../../domain/sites/section-groups.ts';
import { addSection, deleteSection, updateSection } from '../../domain/sites/sections.ts';
import { addSiteSpace, deleteSiteSpace, updateSiteSpace } from '../../domain/sites/site-spaces.ts';
import { builder } from '../builder.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { siteArgs } from './mutations.ts';
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

const AddSiteSectionInput = builder.inputType('AddSiteSectionInput', {
  description: 'Fields of a new section.',
  fields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space that the section shows.' }),
    title: t.string({
      description: 'Name of the section; the title of the space when omitted.',
      validate: SectionTitle,
    }),
    icon: t.string({ description: 'Name of the icon.', validate: SiteIconName }),
  }),
});

const UpdateSiteSectionInput = builder.inputType('UpdateSiteSectionInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the section.', validate: SectionTitle }),
    path: t.string({ description: 'Path below the site, unique among its sections.', validate: SitePath }),
    defaultSiteSpace: t.id({ description: 'Id of the site space of the section to show first.' }),
    condition: t.string({
      description: 'Expression over the claims of a visitor that decides who sees the section; null removes it.',
      validate: SiteCondition,
    }),
    icon: t.string({ description: 'Name of the icon; null removes it.', validate: SiteIconName }),
    description: t.string({ description: 'Description; null removes it.', validate: SectionDescription }),
  }),
});

builder.mutationFields((t) => ({
  addSiteSection: t.field({
    type: payloadType('AddSiteSectionPayload', 'section', SiteSection, 'The new section.'),
    description:
      'Adds a section with one space at the end of a site. If the site has no sections yet, its site spaces move to a first section. Needs the role `create` on the site and on the space.',
    args: {
      ...siteArgs,
      input: t.arg({ type: AddSiteSectionInput, required: true, description: 'Fields of the new section.' }),
    },
    resolve: async (_root, { input, ...site }, ctx) => ({ section: await addSection(ctx, { ...site, ...input }) }),
  }),
  updateSiteSection: t.field({
    type: payloadType('UpdateSiteSectionPayload', 'section', SiteSection, 'The updated section.'),
    description: 'Updates a section. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      ...sectionArgs,
      input: t.arg({ type: UpdateSiteSectionInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...section }, ctx) => ({
      section: await updateSection(ctx, { ...section, ...input }),
    }),
  }),
  deleteSiteSection: t.field({
    type: deletedPayload('DeleteSiteSectionPayload', 'Id of the deleted section.'),
    description:
      'Deletes a section with its site spaces, but not their spaces. If it was the default section, the next one becomes the default. Needs the role `create` on the site.',
    args: { ...siteArgs, ...sectionArgs },
    resolve: async (_root, section, ctx) => ({ deletedId: await deleteSection(ctx, section) }),
  }),
}));

const AddSectionGroupInput = builder.inputType('AddSectionGroupInput', {
  description: 'Fields of a new section group.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Name of the group.', validate: SectionGroupTitle }),
    icon: t.string({ description: 'Name of the icon.', validate: SiteIconName }),
    sections: t.idList({
      description: 'Ids of sections to move to the group, in the order that they get there.',
      validate: z.array(z.string()).max(maxSections),
    }),
  }),
});

const UpdateSectionGroupInput = builder.inputType('UpdateSectionGroupInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the group.', validate: SectionGroupTitle }),
    icon: t.string({ description: 'Name of the icon; null removes it.', validate: SiteIconName }),
  }),
});

const AddSectionToGroupInput = builder.inputType('AddSectionToGroupInput', {
  description: 'The section to add.',
  fields: (t) => ({ sectionId: t.id({ required: true }) }),
});

builder.mutationFields((t) => ({
  addSectionGroup: t.field({
    type: payloadType('AddSectionGroupPayload', 'group', SiteSectionGroup, 'The new section group.'),
    description: 'Adds a section group at the end of a site. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      input: t.arg({ type: AddSectionGroupInput, required: true, description: 'Fields of the new group.' }),
    },
    resolve: async (_root, { input, ...site }, ctx) => ({ group: await addSectionGroup(ctx, { ...site, ...input }) }),
  }),
  updateSectionGroup: t.field({
    type: payloadType('UpdateSectionGroupPayload', 'group', SiteSectionGroup, 'The updated section group.'),
    description: 'Updates a section group. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      ...groupArgs,
      input: t.arg({ type: UpdateSectionGroupInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...group }, ctx) => ({
      group: await updateSectionGroup(ctx, { ...group, ...input }),
    }),
  }),
  deleteSectionGroup: t.field({
    type: deletedPayload('DeleteSectionGroupPayload', 'Id of the deleted section group.'),
    description:
      'Deletes a section group. Its sections move to the position of the group. Needs the role `create` on the site.',
    args: { ...siteArgs, ...groupArgs },
    resolve: async (_root, group, ctx) => ({ deletedId: await deleteSectionGroup(ctx, group) }),
  }),
  addSectionToGroup: t.field({
    type: payloadType('AddSectionToGroupPayload', 'group', SiteSectionGroup, 'The section group.'),
    description: 'Moves a section to the end of a group. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      ...groupArgs,
      input: t.arg({ type: AddSectionToGroupInput, required: true, description: 'The section to add.' }),
    },
    resolve: async (_root, { input, ...group }, ctx) => ({
      group: await addSectionToGroup(ctx, { ...group, ...input }),
    }),
  }),
  removeSectionFromGroup: t.field({
    type: deletedPayload('RemoveSectionFromGroupPayload', 'Id of the section, which stays in the site.'),
    description:
      'Moves a section out of its group, to the position after the group. Needs the role `create` on the site.',
    args: { ...siteArgs, ...groupArgs, ...sectionArgs },
    resolve: async (_root, reference, ctx) => ({ deletedId: await removeSectionFromGroup(ctx, reference) }),
  }),
}));

const AddSiteSpaceInput = builder.inputType('AddSiteSpaceInput', {
  description: 'The space to add, and its section.',
  fields: (t) => ({
    spaceId: t.id({ required: true }),
    sectionId: t.id({
      description: 'Id of the section. When omitted, the default section, or the site if it has no sections.',
    }),
  }),
});

const UpdateSiteSpaceInput = builder.inputType('UpdateSiteSpaceInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    path: t.string({
      description: 'Path below the section, unique among the site spaces of the section.',
      validate: SitePath,
    }),
    condition: t.string({
      description: 'Expression over the claims of a visitor that decides who sees the site space; null removes it.',
      validate: SiteCondition,
    }),
    spaceId: t.id({ description: 'Id of another space to show.' }),
  }),
});

builder.mutationFields((t) => ({
  addSpaceToSite: t.field({
    type: payloadType('AddSpaceToSitePayload', 'siteSpace', SiteSpace, 'The new site space.'),
    description: 'Adds a space to a site. Needs the role `create` on the site and on the space.',
    args: {
      ...siteArgs,
      input: t.arg({ type: AddSiteSpaceInput, required: true, description: 'The space to add, and its section.' }),
    },
    resolve: async (_root, { input, ...site }, ctx) => ({ siteSpace: await addSiteSpace(ctx, { ...site, ...input }) }),
  }),
  updateSiteSpace: t.field({
    type: payloadType('UpdateSiteSpacePayload', 'siteSpace', SiteSpace, 'The updated site space.'),
    description: 'Updates a site space. Needs the role `create` on the site, and on another space to show.',
    args: {
      ...siteArgs,
      ...siteSpaceArgs,
      input: t.arg({ type: UpdateSiteSpaceInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...siteSpace }, ctx) => ({
      siteSpace: await updateSiteSpace(ctx, { ...siteSpace, ...input }),
    }),
  }),
  deleteSiteSpace: t.field({
    type: deletedPayload('DeleteSiteSpacePayload', 'Id of the deleted site space.'),
    description:
      'Removes a space from a site, without deleting the space. Refused for the last site space of a section. Needs the role `create` on the site.',
    args: { ...siteArgs, ...siteSpaceArgs },
    resolve: async (_root, siteSpace, ctx) => ({ deletedId: await deleteSiteSpace(ctx, siteSpace) }),
  }),
}));

builder.mutationField('duplicateSiteSpace', (t) =>
  t.field({
    type: payloadType('DuplicateSiteSpacePayload', 'siteSpace', SiteSpace, 'The site space of the copy.'),
    description:
      'Copies the space of a site space, and adds the copy to the same section with the same condition. If the site space is the only one of its section, the copy gets a section of its own. Needs the role `create` on the site and on the parent of the space.',
    args: { ...siteArgs, ...siteSpaceArgs },
    resolve: async (_root, siteSpace, ctx) => ({ siteSpace: await duplicateSiteSpace(ctx, siteSpace) }),
  }),
);
