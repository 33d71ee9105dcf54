import { maxUrlLength } from '../../domain/audiences/address.ts';
import { resolvePublishedUrl, type PublishedContent, type ResolvedUrl } from '../../domain/audiences/resolve.ts';
import type { RedirectTarget } from '../../domain/audiences/redirects.ts';
import { maxVisitorTokenLength } from '../../domain/visitors/fields.ts';
import * as z from 'zod';
import { builder } from '../builder.ts';

const VisitorInput = builder.inputType('VisitorInput', {
  description: 'What is known of a visitor.',
  fields: (t) => ({
    jwtToken: t.string({
      description: 'A token that is signed with the key of the site, or that of a preview.',
      validate: z.string().max(maxVisitorTokenLength),
    }),
    unsignedClaims: t.field({ type: 'JSON', description: 'Claims that nobody vouches for, as an object.' }),
  }),
});

const PublishedUrlInput = builder.inputType('PublishedUrlInput', {
  description: 'A published URL and who looks at it.',
  fields: (t) => ({
    url: t.string({ required: true, validate: z.string().max(maxUrlLength) }),
    visitor: t.field({ type: VisitorInput, description: 'The visitor; nothing is known of one that is left out.' }),
    redirectOnError: t.boolean({
      description: 'Whether a token that is not valid leads to the address to sign in at, instead of an error.',
    }),
  }),
});

const isContent = (found: ResolvedUrl): found is PublishedContent => 'site' in found;
const content =
  <Key extends keyof PublishedContent>(key: Key) =>
  (found: ResolvedUrl) =>
    isContent(found) ? found[key] : null;
const target =
  <Key extends keyof RedirectTarget>(key: Key) =>
  (found: ResolvedUrl) =>
    isContent(found) ? null : found[key];

const ResolvedPublishedUrl = builder.objectRef<ResolvedUrl>('ResolvedPublishedUrl').implement({
  description: 'What a published URL leads to: content with a token to read it, or another address.',
  fields: (t) => ({
    target: t.string({
      nullable: true,
      description: 'For another address: `content` when it is published here, `external` otherwise.',
      resolve: target('target'),
    }),
    redirect: t.string({ nullable: true, description: 'The other address.', resolve: target('redirect') }),
    organizationId: t.id({ nullable: true, resolve: content('organization') }),
    siteId: t.id({ nullable: true, resolve: content('site') }),
    siteSectionId: t.id({ nullable: true, resolve: content('siteSection') }),
    siteSpaceId: t.id({ nullable: true, resolve: content('siteSpace') }),
    spaceId: t.id({ nullable: true, resolve: content('space') }),
    siteBasePath: t.string({
      nullable: true,
      description: 'The part of the path that belongs to the site, with both slashes.',
      resolve: content('siteBasePath'),
    }),
    basePath: t.string({
      nullable: true,
      description: 'The part of the path that belongs to site, section and variant, with both slashes.',
      resolve: content('basePath'),
    }),
    pathname: t.string({
      nullable: true,
      description: 'The rest of the path, which names a page.',
      resolve: content('pathname'),
    }),
    canonicalUrl: t.string({
      nullable: true,
      description: 'The URL on the host of the site.',
      resolve: content('canonicalUrl'),
    }),
    complete: t.boolean({
      nullable: true,
      description: 'Whether no further segment could name another part of the site.',
      resolve: content('complete'),
    }),
    shareKey: t.string({
      nullable: true,
      description: 'The key of the share link that the URL contains.',
      resolve: content('shareKey'),
    }),
    contextId: t.string({
      nullable: true,
      description: 'Changes with the claims of the visitor; null without claims.',
      resolve: content('contextId'),
    }),
    apiToken: t.string({
      nullable: true,
      description: 'A bearer token that reads the site as this visitor. It stays the same for an hour.',
      resolve: content('apiToken'),
    }),
  }),
});

builder.queryField('publishedUrl', (t) =>
  t.field({
    type: ResolvedPublishedUrl,
    nullable: true,
    description: 'What a published URL shows to a visitor. Needs no token. Null with an error when that is nothing.',
    args: { input: t.arg({ type: PublishedUrlInput, required: true, description: 'The URL and the visitor.' }) },
    extensions: { anonymous: true },
    resolve: (_root, { input }, ctx) => resolvePublishedUrl(ctx, input),
  }),
);

builder.queryField('publishedContentByUrl', (t) =>
  t.field({
    type: ResolvedPublishedUrl,
    nullable: true,
    description: 'What a published URL shows to a visitor without unsigned claims. Needs no token.',
    deprecationReason: 'Use `publishedUrl`.',
    args: {
      url: t.arg.string({
        required: true,
        description: 'An address of a published site or page.',
        validate: z.string().max(maxUrlLength),
      }),
      visitorAuthToken: t.arg.string({
        description: 'A token that is signed with the key of the site, or that of a preview.',
        validate: z.string().max(maxVisitorTokenLength),
      }),
      redirectOnError: t.arg.boolean({
        description: 'Whether a token that is not valid leads to the address to sign in at, instead of an error.',
      }),
    },
    extensions: { anonymous: true },
    resolve: (_root, { url, visitorAuthToken, redirectOnError }, ctx) =>
      resolvePublishedUrl(ctx, { url, visitor: { jwtToken: visitorAuthToken }, redirectOnError }),
  }),
);
