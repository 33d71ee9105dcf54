import { SiteIconUrl } from '../../domain/sites/fields.ts';
import { setSiteIcon } from '../../domain/sites/icon.ts';
import { Emoji } from '../../domain/spaces/fields.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { siteArgs } from './mutations.ts';
import { Site } from './site.ts';

const SiteIconImagesInput = builder.inputType('SiteIconImagesInput', {
  description: 'The images of an icon.',
  fields: (t) => ({
    light: t.string({ required: true, description: 'URL of the image for light mode.', validate: SiteIconUrl }),
    dark: t.string({ required: true, description: 'URL of the image for dark mode.', validate: SiteIconUrl }),
  }),
});

const SetSiteIconInput = builder.inputType('SetSiteIconInput', {
  description: 'The icon of a site: either images or an emoji. Without either, the icon is removed.',
  fields: (t) => ({
    images: t.field({ type: SiteIconImagesInput, description: 'The images. Cannot be combined with an emoji.' }),
    emoji: t.string({ description: 'One emoji, or its hexadecimal code points.', validate: Emoji }),
  }),
});

builder.mutationField('setSiteIcon', (t) =>
  t.field({
    type: payloadType('SetSiteIconPayload', 'site', Site, 'The updated site.'),
    description:
      'Sets the icon of a site, which is shown beside its title in lists of sites. The icon of browser tabs is `favicon` of its customization. Needs the role `create` on the site.',
    args: {
      ...siteArgs,
      input: t.arg({ type: SetSiteIconInput, required: true, description: 'The icon.' }),
      ...expectedVersionArg,
    },
    resolve: async (_root, { organizationId, siteId: id, expectedVersion, input }, ctx) => ({
      site: await setSiteIcon(ctx, { organizationId, id, expectedVersion, ...input }),
    }),
  }),
);
