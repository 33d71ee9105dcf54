import { withInput } from '../../../lib/watched-inputs.ts';
import { sortStructure } from '../../../domain/publishing/structure/sort.ts';
import type { PartOfSite } from '../../../domain/publishing/structure/change.ts';
import type { Context } from '../../../domain/core/context.ts';
import type { StructureType } from '../../../domain/publishing/structure/fields.ts';
import {
  MoveSectionGroupInput,
  MoveSiteSectionInput,
  MoveSiteSpaceInput,
  SortSiteStructureInput,
} from '../../../domain/publishing/structure/inputs.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { SiteSection, SiteSectionGroup, SiteSpace, SiteStructureItem } from './structure.ts';

mutation('sortSiteStructure', {
  description:
    'Moves a part of a site to a position beside another part, in the section or group of that part. Needs the role `create` on the site.',
  args: siteArgs,
  input: { form: SortSiteStructureInput, description: 'The part and its new position.' },
  payload: shows('item', SiteStructureItem, 'The moved part.'),
  resolve: (ctx, { input, ...site }) => sortStructure(ctx, withInput(input, site)),
});

interface OldPosition<Pointer> {
  readonly before?: Pointer | undefined;
  readonly after?: Pointer | undefined;
}

/** Moves a part to the position in the input of a mutation for one kind of part. */
async function move<Pointer extends { readonly type: StructureType }>(
  ctx: Context,
  site: PartOfSite,
  {
    type,
    id,
    position,
    readId: idOf,
  }: {
    readonly type: StructureType;
    readonly id: string;
    readonly position: OldPosition<Pointer> | undefined;
    readonly readId: (pointer: Pointer) => string;
  },
) {
  const findPointer = (pointer: Pointer | undefined) => pointer && { type: pointer.type, id: idOf(pointer) };
  const place = position && { before: findPointer(position.before), after: findPointer(position.after) };
  return sortStructure(ctx, { ...site, item: { type, id }, position: place });
}

mutation('moveSiteSection', {
  description:
    'Moves a section to a position beside another one, as `sortSiteStructure` does for any part. Needs the role `create` on the site.',
  args: { ...siteArgs, ...builder.args((t) => ({ siteSectionId: t.id({ required: true }) })) },
  input: { form: MoveSiteSectionInput, description: 'The new position.' },
  payload: shows('section', SiteSection, 'The moved section.'),
  resolve: async (ctx, { siteSectionId: id, input: { position }, ...site }) => {
    const idOf = ({ siteSection }: { readonly siteSection: string }) => siteSection;
    return (await move(ctx, site, { type: 'site-section', id, position, readId: idOf })) as never;
  },
});

mutation('moveSectionGroup', {
  description:
    'Moves a section group to a position beside another one, or beside a section without a group, as `sortSiteStructure` does for any part. Needs the role `create` on the site.',
  args: { ...siteArgs, ...builder.args((t) => ({ siteSectionGroupId: t.id({ required: true }) })) },
  input: { form: MoveSectionGroupInput, description: 'The new position.' },
  payload: shows('group', SiteSectionGroup, 'The moved section group.'),
  resolve: async (ctx, { siteSectionGroupId: id, input: { position }, ...site }) =>
    (await sortStructure(ctx, { ...site, item: { type: 'site-section-group', id }, position })) as never,
});

mutation('moveSiteSpace', {
  description:
    'Moves a site space to a position beside another one, in the section of that one, as `sortSiteStructure` does for any part. Needs the role `create` on the site.',
  args: { ...siteArgs, ...builder.args((t) => ({ siteSpaceId: t.id({ required: true }) })) },
  input: { form: MoveSiteSpaceInput, description: 'The new position.' },
  payload: shows('siteSpace', SiteSpace, 'The moved site space.'),
  resolve: async (ctx, { siteSpaceId: id, input: { position }, ...site }) => {
    const idOf = ({ siteSpace }: { readonly siteSpace: string }) => siteSpace;
    return (await move(ctx, site, { type: 'site-space', id, position, readId: idOf })) as never;
  },
});
