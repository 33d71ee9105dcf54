import {
  SectionDescription,
  SectionGroupTitle,
  SectionTitle,
  SiteIconName,
} from '../../../domain/publishing/structure/fields.ts';
import { SitePath } from '../../../domain/publishing/sites/fields.ts';
import { listSectionGroups, listSections, listSiteSpaces } from '../../../domain/publishing/sites/list.ts';
import { getSectionGroup, getSection, getSiteSpace } from '../../../domain/publishing/structure/get-part.ts';
import type { ShownSpace } from '../../../domain/publishing/sites/published-space.ts';
import {
  loadStructure,
  type SiteSection as SiteSectionModel,
  type SiteSectionGroup as SiteSectionGroupModel,
  type SiteSpace as SiteSpaceModel,
  type Structure as StructureModel,
  type StructureItem as StructureItemModel,
} from '../../../domain/publishing/structure/structure.ts';
import { publishedSectionUrl, publishedSiteSpaceUrl } from '../../../domain/publishing/sites/urls.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { ownId } from '../../plain-fields.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { Site } from '../sites/site.ts';

export const SiteSpace = builder.objectRef<SiteSpaceModel>('SiteSpace');
export const SiteSection = builder.objectRef<SiteSectionModel>('SiteSection');
export const SiteSectionGroup = builder.objectRef<SiteSectionGroupModel>('SiteSectionGroup');

/** Resolves a condition, which is null for readers who are not members. */
const findCondition = ({ condition, site }: SiteSectionModel | SiteSpaceModel) =>
  site.reading === 'member' ? condition : null;

builder.node(SiteSpace, {
  description: 'A space in a site. It provides the content below a path of the site, or one variant of it.',
  id: { description: 'Id of the site space.', resolve: ownId },
  loadOne: (id, ctx) => getSiteSpace(ctx, id),
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Path below the section, or below the site without sections.',
      extensions: { limits: SitePath },
    }),
    title: t.string({ description: 'Title of the space.', resolve: ({ space }) => space.title }),
    default: t.exposeBoolean('isDefault', {
      description: 'Whether the section, or the site without sections, shows this site space first.',
    }),
    condition: t.string({
      nullable: true,
      description: 'Expression over the claims of a visitor that decides who sees the site space; null for everyone.',
      resolve: findCondition,
    }),
    sectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of the section; null when the site has no sections.',
    }),
    site: t.expose('site', { description: 'The site that it is a part of.', type: Site }),
    space: t.field({
      type: Space,
      description: 'The space that the site space shows.',
      resolve: (siteSpace): ShownSpace => ({ ...siteSpace.space, siteSpace }),
    }),
    section: t.expose('section', {
      type: SiteSection,
      nullable: true,
      description: 'The section; null when the site has no sections.',
    }),
    publishedUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL in the published site; null unless the site is published.',
      resolve: (siteSpace, _args, ctx) => publishedSiteSpaceUrl(ctx, siteSpace),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the list of site spaces in the REST API.',
      resolve: ({ site }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', site.organizationId, 'sites', site.id, 'site-spaces'),
    }),
  }),
});

builder.node(SiteSection, {
  description: 'A section of a site, with one or more spaces below its path.',
  id: { description: 'Id of the section.', resolve: ownId },
  loadOne: (id, ctx) => getSection(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the section.', extensions: { limits: SectionTitle } }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the section; null without one.',
      extensions: { limits: SectionDescription },
    }),
    icon: t.exposeString('icon', {
      nullable: true,
      description: 'Name of the icon; null without one.',
      extensions: { limits: SiteIconName },
    }),
    path: t.exposeString('path', { description: 'Path below the site.', extensions: { limits: SitePath } }),
    default: t.exposeBoolean('isDefault', { description: 'Whether the site shows this section first.' }),
    condition: t.string({
      nullable: true,
      description: 'Expression over the claims of a visitor that decides who sees the section; null for everyone.',
      resolve: findCondition,
    }),
    groupId: t.exposeID('groupId', { nullable: true, description: 'Id of the section group; null without one.' }),
    site: t.expose('site', { type: Site, description: 'The site that it is a part of.' }),
    siteSpaces: t.expose('siteSpaces', { type: [SiteSpace], description: 'The site spaces of the section, in order.' }),
    publishedUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL in the published site; null unless the site is published.',
      resolve: (section, _args, ctx) => publishedSectionUrl(ctx, section),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the list of sections in the REST API.',
      resolve: ({ site }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', site.organizationId, 'sites', site.id, 'sections'),
    }),
  }),
});

builder.node(SiteSectionGroup, {
  description: 'A group of sections in the navigation of a site.',
  id: { description: 'Id of the section group.', resolve: ownId },
  loadOne: (id, ctx) => getSectionGroup(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the group.', extensions: { limits: SectionGroupTitle } }),
    icon: t.exposeString('icon', {
      nullable: true,
      description: 'Name of the icon; null without one.',
      extensions: { limits: SiteIconName },
    }),
    site: t.expose('site', { description: 'The site that it is a part of.', type: Site }),
    sections: t.expose('sections', { type: [SiteSection], description: 'The sections of the group, in order.' }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the list of section groups in the REST API.',
      resolve: ({ site }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', site.organizationId, 'sites', site.id, 'section-groups'),
    }),
  }),
});

const SiteSpaceConnection = connectionOf(SiteSpace, 'SiteSpace', 'a site space', 'site spaces');
const SiteSectionConnection = connectionOf(SiteSection, 'SiteSection', 'a section', 'sections');
const SiteSectionGroupConnection = connectionOf(
  SiteSectionGroup,
  'SiteSectionGroup',
  'a section group',
  'section groups',
);

export const SiteStructureItem = builder.objectRef<StructureItemModel>('SiteStructureItem').implement({
  description: 'A part of a site: a section group, a section or a site space. Exactly one field is not null.',
  fields: (t) => ({
    group: t.field({
      type: SiteSectionGroup,
      nullable: true,
      description: 'The section group; null for other parts.',
      resolve: (item) => (item.kind === 'site-section-group' ? item : null),
    }),
    section: t.field({
      type: SiteSection,
      nullable: true,
      description: 'The section; null for other parts.',
      resolve: (item) => (item.kind === 'site-section' ? item : null),
    }),
    siteSpace: t.field({
      type: SiteSpace,
      nullable: true,
      description: 'The site space; null for other parts.',
      resolve: (item) => (item.kind === 'site-space' ? item : null),
    }),
  }),
});

const StructureFormEnum = contractEnum('SiteStructureForm', 'The kind of parts at the top of a structure.', {
  sections: 'Sections and section groups.',
  siteSpaces: 'Site spaces: the site has no sections.',
});

const SiteStructure = builder.objectRef<StructureModel>('SiteStructure').implement({
  description: 'The parts of a site that the caller may read.',
  fields: (t) => ({
    form: t.field({
      type: StructureFormEnum,
      description: 'The kind of parts at the top of the structure.',
      resolve: ({ site }) => (site.hasSections ? 'sections' : 'siteSpaces'),
    }),
    items: t.expose('items', {
      type: [SiteStructureItem],
      description: 'The parts at the top of the structure, in order.',
    }),
  }),
});

builder.objectFields(Site, (t) => ({
  self: t.field({
    type: Site,
    description: 'The site itself, for readers who may select no other fields of it beside the structure.',
    resolve: (site) => site,
  }),
  sections: t.field({
    type: SiteSectionConnection,
    description: 'The sections, in the order of the navigation.',
    args: { ...pageArgs },
    resolve: async (site, args, ctx, info) => toConnection(await listSections(ctx, site, pageRequest(args, info))),
  }),
  sectionGroups: t.field({
    type: SiteSectionGroupConnection,
    description: 'The section groups, in order. Only for members who may see the whole structure.',
    args: { ...pageArgs },
    resolve: async (site, args, ctx, info) => toConnection(await listSectionGroups(ctx, site, pageRequest(args, info))),
  }),
  siteSpaces: t.field({
    type: SiteSpaceConnection,
    description: 'The site spaces whose space the caller may read, in the order of the navigation.',
    args: {
      ...pageArgs,
      default: t.arg.boolean({ description: 'Only default site spaces (true), or only others (false).' }),
    },
    resolve: async (site, { default: isDefault, ...args }, ctx, info) =>
      toConnection(await listSiteSpaces(ctx, site, isDefault ?? null, pageRequest(args, info))),
  }),
  structure: t.field({
    type: SiteStructure,
    description: 'The parts of the site that the caller may read, as a tree.',
    resolve: (site, _args, ctx) => loadStructure(ctx, site),
  }),
}));
