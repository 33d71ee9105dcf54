import { sortStructure, structureTypes, type StructureType } from '../../domain/sites/sort.ts';
import type { PartOfSite } from '../../domain/sites/change.ts';
import type { Context } from '../../domain/context.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { payloadType } from '../payload.ts';
import { siteArgs } from './mutations.ts';
import { SiteSection, SiteSectionGroup, SiteSpace, SiteStructureItem } from './structure.ts';

const StructureTypeEnum = contractEnum('SiteStructureType', 'The kind of a part of a site.', structureTypes);

const StructurePointerInput = builder.inputType('SiteStructurePointerInput', {
  description: 'A part of a site.',
  fields: (t) => ({
    type: t.field({ type: StructureTypeEnum, required: true, description: 'Kind of the part.' }),
    id: t.id({ required: true, description: 'Id of the part.' }),
  }),
});

const StructurePositionInput = builder.inputType('SiteStructurePositionInput', {
  description: 'A position beside another part. Exactly one field is required.',
  fields: (t) => ({
    before: t.field({ type: StructurePointerInput, description: 'The part that follows.' }),
    after: t.field({ type: StructurePointerInput, description: 'The part that precedes.' }),
  }),
});

const SortSiteStructureInput = builder.inputType('SortSiteStructureInput', {
  description: 'The part to move, and its new position.',
  fields: (t) => ({
    item: t.field({ type: StructurePointerInput, required: true, description: 'The part to move.' }),
    position: t.field({ type: StructurePositionInput, required: true, description: 'The new position.' }),
  }),
});

builder.mutationField('sortSiteStructure', (t) =>
  t.field({
    type: payloadType('SortSiteStructurePayload', 'item', SiteStructureItem, 'The moved part.'),
    description:
      'Moves a part of a site to a position beside another part, in the section or group of that part. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      input: t.arg({ type: SortSiteStructureInput, required: true, description: 'The part and its new position.' }),
    },
    resolve: async (_root, { input, ...site }, ctx) => ({ item: await sortStructure(ctx, { ...site, ...input }) }),
  }),
);

const SectionPointerInput = builder.inputType('SiteSectionPointerInput', {
  description: 'A section.',
  fields: (t) => ({
    type: t.field({ type: StructureTypeEnum, required: true, description: 'Kind of the part: a section.' }),
    siteSection: t.id({ required: true, description: 'Id of the section.' }),
  }),
});

const SectionPositionInput = builder.inputType('SiteSectionPositionInput', {
  description: 'A position beside another section. Exactly one field is required.',
  fields: (t) => ({
    before: t.field({ type: SectionPointerInput, description: 'The section that follows.' }),
    after: t.field({ type: SectionPointerInput, description: 'The section that precedes.' }),
  }),
});

const MoveSiteSectionInput = builder.inputType('MoveSiteSectionInput', {
  description: 'The new position.',
  fields: (t) => ({ position: t.field({ type: SectionPositionInput, description: 'The new position. Required.' }) }),
});

const SiteSpacePointerInput = builder.inputType('SiteSpacePointerInput', {
  description: 'A site space.',
  fields: (t) => ({
    type: t.field({ type: StructureTypeEnum, required: true, description: 'Kind of the part: a site space.' }),
    siteSpace: t.id({ required: true, description: 'Id of the site space.' }),
  }),
});

const SiteSpacePositionInput = builder.inputType('SiteSpacePositionInput', {
  description: 'A position beside another site space. Exactly one field is required.',
  fields: (t) => ({
    before: t.field({ type: SiteSpacePointerInput, description: 'The site space that follows.' }),
    after: t.field({ type: SiteSpacePointerInput, description: 'The site space that precedes.' }),
  }),
});

const MoveSiteSpaceInput = builder.inputType('MoveSiteSpaceInput', {
  description: 'The new position.',
  fields: (t) => ({ position: t.field({ type: SiteSpacePositionInput, description: 'The new position. Required.' }) }),
});

const MoveSectionGroupInput = builder.inputType('MoveSectionGroupInput', {
  description: 'The new position.',
  fields: (t) => ({ position: t.field({ type: StructurePositionInput, description: 'The new position. Required.' }) }),
});

const replaced = 'Use `sortSiteStructure`.';

interface OldPosition<Pointer> {
  readonly before?: Pointer | null | undefined;
  readonly after?: Pointer | null | undefined;
}

/** Moves a part to the position in the input of a deprecated mutation. */
async function move<Pointer extends { readonly type: StructureType }>(
  ctx: Context,
  site: PartOfSite,
  {
    type,
    id,
    position,
    idOf,
  }: {
    readonly type: StructureType;
    readonly id: string;
    readonly position: OldPosition<Pointer> | null | undefined;
    readonly idOf: (pointer: Pointer) => string;
  },
) {
  const pointerOf = (pointer: Pointer | null | undefined) => pointer && { type: pointer.type, id: idOf(pointer) };
  const place = position && { before: pointerOf(position.before), after: pointerOf(position.after) };
  return sortStructure(ctx, { ...site, item: { type, id }, position: place });
}

builder.mutationFields((t) => ({
  moveSiteSection: t.field({
    type: payloadType('MoveSiteSectionPayload', 'section', SiteSection, 'The moved section.'),
    deprecationReason: replaced,
    description: 'Moves a section to a position beside another one. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      siteSectionId: t.arg.id({ required: true }),
      input: t.arg({ type: MoveSiteSectionInput, required: true, description: 'The new position.' }),
    },
    resolve: async (_root, { siteSectionId: id, input: { position }, ...site }, ctx) => {
      const idOf = ({ siteSection }: { readonly siteSection: string }) => siteSection;
      return { section: (await move(ctx, site, { type: 'site-section', id, position, idOf })) as never };
    },
  }),
  moveSectionGroup: t.field({
    type: payloadType('MoveSectionGroupPayload', 'group', SiteSectionGroup, 'The moved section group.'),
    deprecationReason: replaced,
    description:
      'Moves a section group to a position beside another one, or beside a section without a group. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      siteSectionGroupId: t.arg.id({ required: true }),
      input: t.arg({ type: MoveSectionGroupInput, required: true, description: 'The new position.' }),
    },
    resolve: async (_root, { siteSectionGroupId: id, input: { position }, ...site }, ctx) => ({
      group: (await sortStructure(ctx, { ...site, item: { type: 'site-section-group', id }, position })) as never,
    }),
  }),
  moveSiteSpace: t.field({
    type: payloadType('MoveSiteSpacePayload', 'siteSpace', SiteSpace, 'The moved site space.'),
    deprecationReason: replaced,
    description:
      'Moves a site space to a position beside another one, in the section of that one. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      siteSpaceId: t.arg.id({ required: true }),
      input: t.arg({ type: MoveSiteSpaceInput, required: true, description: 'The new position.' }),
    },
    resolve: async (_root, { siteSpaceId: id, input: { position }, ...site }, ctx) => {
      const idOf = ({ siteSpace }: { readonly siteSpace: string }) => siteSpace;
      return { siteSpace: (await move(ctx, site, { type: 'site-space', id, position, idOf })) as never };
    },
  }),
}));
