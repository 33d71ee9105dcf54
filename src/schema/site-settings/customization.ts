import {
  customizationSections,
  sectionForms,
  type CustomizationSection,
} from '../../domain/site-settings/customization-form.ts';
import {
  deleteCustomization,
  getCustomization,
  setCustomization,
  updateCustomization,
} from '../../domain/site-settings/customization.ts';
import { SiteTitle } from '../../domain/sites/fields.ts';
import { builder } from '../builder.ts';
import { deletedPayload, payloadDescription } from '../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site } from '../sites/site.ts';

const SiteCustomizationInput = builder.inputType('SiteCustomizationInput', {
  description: 'Settings of the appearance, by section.',
  fields: (t) => ({
    title: t.string({ description: 'Title that readers see, instead of that of the site.', validate: SiteTitle }),
    ...(Object.fromEntries(
      Object.entries(customizationSections).map(([name, description]) => [
        name,
        t.field({ type: 'JSON', description, validate: sectionForms[name as CustomizationSection] }),
      ]),
    ) as Record<CustomizationSection, ReturnType<typeof t.field<'JSON', false>>>),
  }),
});

const partArgs = builder.args((t) => ({
  siteSpaceId: t.id({ description: 'Id of a site space, which inherits what it does not set; the site when omitted.' }),
}));

builder.objectField(Site, 'customization', (t) =>
  t.field({
    type: 'JSON',
    description: 'The complete settings of the appearance of the site, or of one of its site spaces. Only for members.',
    args: { ...partArgs },
    resolve: ({ id }, { siteSpaceId }, ctx) => getCustomization(ctx, { siteId: id, siteSpaceId }),
  }),
);

const customizationPayload = (name: `${string}Payload`) =>
  builder.objectRef<{ readonly customization: unknown }>(name).implement({
    description: payloadDescription(name),
    fields: (t) => ({
      customization: t.expose('customization', {
        type: 'JSON',
        description: 'The complete settings after the change.',
      }),
    }),
  });

builder.mutationFields((t) => ({
  setSiteCustomization: t.field({
    type: customizationPayload('SetSiteCustomizationPayload'),
    description:
      'Replaces the settings of the appearance of a site, or of one of its site spaces. What is left out is inherited: from the site, and by the site from the defaults. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      ...partArgs,
      input: t.arg({ type: SiteCustomizationInput, required: true, description: 'The settings.' }),
    },
    resolve: async (_root, { input, ...part }, ctx) => ({
      customization: await setCustomization(ctx, { ...part, settings: { ...input } }),
    }),
  }),
  updateSiteCustomization: t.field({
    type: customizationPayload('UpdateSiteCustomizationPayload'),
    description:
      'Updates the given settings of the appearance of a site, or of one of its site spaces; null makes a setting inherited again. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      ...partArgs,
      input: t.arg({ type: SiteCustomizationInput, required: true, description: 'The settings to update.' }),
    },
    resolve: async (_root, { input, ...part }, ctx) => ({
      customization: await updateCustomization(ctx, { ...part, settings: { ...input } }),
    }),
  }),
  deleteSiteCustomization: t.field({
    type: deletedPayload('DeleteSiteCustomizationPayload', 'Id of the site, or of the site space.'),
    description:
      'Removes the settings of the appearance of a site, or of one of its site spaces, so that all are inherited. Needs the role `create` on the site.',
    args: { ...siteArgs, ...partArgs },
    resolve: async (_root, part, ctx) => ({ deletedId: await deleteCustomization(ctx, part) }),
  }),
}));
