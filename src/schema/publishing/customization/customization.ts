import { CompleteCustomization, SiteCustomizationInput } from '../../../domain/publishing/customization/form.ts';
import {
  deleteCustomization,
  getCustomization,
  setCustomization,
  updateCustomization,
} from '../../../domain/publishing/customization/customization.ts';
import { defaultCustomization } from '../../../domain/publishing/customization/defaults.ts';
import { loadCustomizations, type Customizations } from '../../../domain/publishing/customization/effective.ts';
import type { Customization } from '../../../domain/publishing/customization/merge.ts';
import type { DrawnLook as DrawnLookModel } from '../../../domain/core/context.ts';
import { builder } from '../../builder.ts';
import { takes } from '../../form-inputs.ts';
import { outputOf } from '../../form-outputs.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site, inSite } from '../sites/site.ts';

const partArgs = builder.args((t) => ({
  siteSpaceId: t.id({ description: 'Id of a site space, which inherits what it does not set; the site when omitted.' }),
}));

const SiteCustomization = outputOf(CompleteCustomization, defaultCustomization);

interface CustomizedSiteSpace {
  readonly siteSpaceId: string;
  readonly customization: Customization;
}

const SiteSpaceCustomization = builder.objectRef<CustomizedSiteSpace>('SiteSpaceCustomization').implement({
  description: 'The customization of a site space.',
  fields: (t) => ({
    siteSpaceId: t.exposeID('siteSpaceId', { description: 'Id of the site space that the settings apply to.' }),
    customization: t.expose('customization', {
      type: SiteCustomization,
      description: 'The complete customization, with inherited settings filled in.',
    }),
  }),
});

const SiteCustomizations = builder.objectRef<Customizations>('SiteCustomizations').implement({
  description: 'The customizations of a site and its site spaces.',
  fields: (t) => ({
    site: t.expose('site', { type: SiteCustomization, description: 'The customization of the site.' }),
    siteSpaces: t.field({
      type: [SiteSpaceCustomization],
      description: 'The customizations of the site spaces that the caller may read, in the order of the navigation.',
      resolve: ({ siteSpaces }) =>
        Object.entries(siteSpaces).map(([siteSpaceId, customization]) => ({ siteSpaceId, customization })),
    }),
  }),
});

const DrawnLook = builder.objectRef<DrawnLookModel>('SiteLook').implement({
  description: 'A page of a site as its readers would see it with other settings, to be shown in a frame.',
  fields: (t) => ({
    html: t.exposeString('html', {
      description: 'The whole document, without scripts. Its styles are files of the server of the API.',
    }),
    css: t.exposeString('css', {
      description: 'The colors, corners and fonts of the site, which come after the styles of the document.',
    }),
  }),
});

builder.objectFields(Site, (t) => ({
  customization: t.field({
    type: SiteCustomization,
    description: 'The complete settings of the appearance of the site, or of one of its site spaces. Only for members.',
    args: { ...partArgs },
    resolve: ({ id }, { siteSpaceId }, ctx) => getCustomization(ctx, { siteId: id, siteSpaceId }),
  }),
  look: t.field({
    type: DrawnLook,
    nullable: true,
    description:
      'The first page of the site as a visitor without claims would see it after `updateSiteCustomization` with these settings. Null for a site without pages, and for callers who may not edit the site or not read all its spaces.',
    args: {
      input: t.arg(takes(SiteCustomizationInput, 'The settings to try; those that are stored when omitted.')),
      siteSpaceId: t.arg.id({
        description: 'Id of the site space whose first page is shown; the default one when omitted.',
      }),
    },
    resolve: ({ id }, { input, siteSpaceId }, ctx) => ctx.drawLook(ctx, { id, siteSpaceId, change: input ?? {} }),
  }),
  customizations: t.field({
    type: SiteCustomizations,
    description: 'The customizations of the site and its site spaces, with inherited settings filled in.',
    resolve: (site, _args, ctx) => loadCustomizations(ctx, site),
  }),
}));

mutation('setSiteCustomization', {
  description:
    'Replaces the settings of the appearance of a site, or of one of its site spaces. What is left out is inherited: from the site, and by the site from the defaults. Needs the role `create` on the site.',
  args: { ...siteArgs, ...partArgs },
  input: { form: SiteCustomizationInput, description: 'The settings.' },
  payload: shows('customization', SiteCustomization, 'The complete settings after the change.'),
  resolve: (ctx, { input, ...part }) => setCustomization(ctx, { ...part, settings: input }),
});

mutation('updateSiteCustomization', {
  description:
    'Updates the given settings of the appearance of a site, or of one of its site spaces; null makes a setting inherited again. Needs the role `create` on the site.',
  args: { ...siteArgs, ...partArgs },
  input: { form: SiteCustomizationInput, description: 'The settings to update.' },
  payload: shows('customization', SiteCustomization, 'The complete settings after the change.'),
  resolve: (ctx, { input, ...part }) => updateCustomization(ctx, { ...part, settings: input }),
});

mutation('deleteSiteCustomization', {
  description:
    'Removes the settings of the appearance of a site, or of one of its site spaces, so that all are inherited. Needs the role `create` on the site.',
  args: { ...siteArgs, ...partArgs },
  payload: showsDeleted('Id of the site, or of the site space.', inSite),
  resolve: async (ctx, part) => ({ ...part, deletedId: await deleteCustomization(ctx, part) }),
});
