import { withInput } from '../../../lib/watched-inputs.ts';
import { VisitorBackend } from '../../../domain/publishing/visitor-auth/fields.ts';
import { UpdateSiteVisitorAuthInput } from '../../../domain/publishing/visitor-auth/inputs.ts';
import {
  getVisitorAuth,
  regenerateVisitorKey,
  updateVisitorAuth,
  type VisitorAuth as VisitorAuthModel,
} from '../../../domain/publishing/visitor-auth/visitor-auth.ts';
import { findPublication, type VisitorAuthBackend } from '../../../domain/publishing/sites/published-space.ts';
import { whenKnown } from '../../../lib/when-known.ts';
import { builder } from '../../builder.ts';
import { enumOf } from '../../form-members.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site } from '../sites/site.ts';
import { Space } from '../../authoring/spaces/space.ts';

const VisitorBackendEnum = enumOf(VisitorBackend);

const SiteVisitorAuth = builder.objectRef<VisitorAuthModel>('SiteVisitorAuth').implement({
  description: 'How visitors of a site of visibility `visitor-auth` sign in.',
  fields: (t) => ({
    backend: t.expose('backend', { type: VisitorBackendEnum, description: 'Who signs the tokens of visitors.' }),
    integration: t.exposeString('integration', {
      nullable: true,
      description: 'Name of the integration that is the backend; null for one of your own.',
    }),
    fallbackUrl: t.expose('fallbackUrl', {
      type: 'URL',
      nullable: true,
      description: 'Where visitors without a valid token are sent; null without one.',
    }),
    providerId: t.exposeID('providerId', {
      nullable: true,
      description: 'Id of the identity provider that signs visitors in; null without one.',
    }),
    membersOnly: t.exposeBoolean('membersOnly', {
      description: 'Whether the provider signs in members of the organization alone.',
    }),
    privateKey: t.exposeString('privateKey', {
      description: 'The key that signs the tokens of visitors by HS256. A secret.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last updated.' }),
  }),
});

builder.objectField(Site, 'visitorAuth', (t) =>
  t.field({
    type: SiteVisitorAuth,
    nullable: true,
    description: 'How visitors sign in, with the key. Null with an error unless the caller is an admin of the site.',
    resolve: ({ id }, _args, ctx) => getVisitorAuth(ctx, { id }),
  }),
);

const SpaceVisitorAuth = builder.objectRef<VisitorAuthBackend>('SpaceVisitorAuth').implement({
  description: 'How visitors of the site that publishes a space sign in.',
  fields: (t) => ({
    backend: t.expose('backend', { type: VisitorBackendEnum, description: 'Who signs the tokens of visitors.' }),
    integration: t.exposeString('integration', {
      nullable: true,
      description: 'Name of the integration that is the backend; null for one of your own.',
    }),
  }),
});

builder.objectField(Space, 'visitorAuth', (t) =>
  t.field({
    type: SpaceVisitorAuth,
    nullable: true,
    description: 'How visitors sign in. Null unless a site of visibility `visitor-auth` publishes the space.',
    resolve: (space, _args, ctx) =>
      whenKnown(findPublication(ctx, space), (publication) => publication?.visitorAuth ?? null),
  }),
);

mutation('updateSiteVisitorAuth', {
  description: 'Updates how visitors of a site sign in. Only for admins of the site.',
  args: siteArgs,
  input: { form: UpdateSiteVisitorAuthInput, description: 'Fields to update.' },
  payload: shows('visitorAuth', SiteVisitorAuth, 'How visitors sign in now.'),
  resolve: (ctx, { input, ...site }) => updateVisitorAuth(ctx, withInput(input, site)),
});

mutation('regenerateSiteVisitorKey', {
  description:
    'Makes a new key for the tokens of visitors. Whoever reads the site by a token of the old key is refused from the next request on. Only for admins of the site.',
  args: siteArgs,
  payload: shows('visitorAuth', SiteVisitorAuth, 'It, with the new key.'),
  resolve: (ctx, site) => regenerateVisitorKey(ctx, site),
});
