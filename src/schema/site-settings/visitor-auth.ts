import { FallbackUrl, visitorBackends } from '../../domain/site-settings/fields.ts';
import {
  getVisitorAuth,
  regenerateVisitorKey,
  updateVisitorAuth,
  type VisitorAuth as VisitorAuthModel,
} from '../../domain/site-settings/visitor-auth.ts';
import { findPublication, type VisitorAuthBackend } from '../../domain/sites/published-space.ts';
import { whenKnown } from '../../lib/when-known.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { payloadType } from '../payload.ts';
import { siteArgs } from '../sites/mutations.ts';
import { Site } from '../sites/site.ts';
import { Space } from '../spaces/space.ts';

const VisitorBackendEnum = contractEnum('VisitorAuthBackend', 'Who signs the tokens of visitors.', visitorBackends);

const SiteVisitorAuth = builder.objectRef<VisitorAuthModel>('SiteVisitorAuth').implement({
  description: 'How visitors of a site of visibility `visitor-auth` sign in.',
  fields: (t) => ({
    backend: t.expose('backend', { type: VisitorBackendEnum, description: 'Who signs the tokens of visitors.' }),
    integration: t.exposeString('integration', {
      nullable: true,
      description: 'Name of the integration that is the backend; null for one of your own.',
    }),
    fallbackURL: t.exposeString('fallbackUrl', {
      nullable: true,
      description: 'Where visitors without a valid token are sent; null without one.',
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

const UpdateVisitorAuthInput = builder.inputType('UpdateSiteVisitorAuthInput', {
  description: 'Fields to update; omitted fields stay unchanged.',
  fields: (t) => ({
    backend: t.field({ type: VisitorBackendEnum, description: 'Who signs the tokens of visitors.' }),
    integration: t.string({
      description:
        'Name of an integration that is installed in the organization and may authenticate visitors. Required for that backend.',
    }),
    fallbackURL: t.string({
      description: 'URL (http or https) where visitors without a valid token are sent; null removes it.',
      validate: FallbackUrl,
    }),
  }),
});

builder.mutationFields((t) => ({
  updateSiteVisitorAuth: t.field({
    type: payloadType('UpdateSiteVisitorAuthPayload', 'visitorAuth', SiteVisitorAuth, 'How visitors sign in now.'),
    description: 'Updates how visitors of a site sign in. Only for admins of the site.',
    args: {
      ...siteArgs,
      input: t.arg({ type: UpdateVisitorAuthInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { input, ...site }, ctx) => ({
      visitorAuth: await updateVisitorAuth(ctx, { ...site, ...input }),
    }),
  }),
  regenerateSiteVisitorKey: t.field({
    type: payloadType('RegenerateSiteVisitorKeyPayload', 'visitorAuth', SiteVisitorAuth, 'It, with the new key.'),
    description:
      'Makes a new key for the tokens of visitors. Whoever reads the site by a token of the old key is refused from the next request on. Only for admins of the site.',
    args: { ...siteArgs },
    resolve: async (_root, site, ctx) => ({ visitorAuth: await regenerateVisitorKey(ctx, site) }),
  }),
}));
