import { maxUrlLength } from '../../../domain/publishing/addresses/address.ts';
import {
  resolvePublishedUrl,
  type PublishedContent,
  type ResolvedUrl,
} from '../../../domain/publishing/addresses/resolve.ts';
import type { RedirectTarget } from '../../../domain/publishing/redirects/published.ts';
import { maxVisitorTokenLength } from '../../../domain/people/visitors/fields.ts';
import * as z from 'zod';
import { PublishedUrlInput } from '../../../domain/publishing/addresses/inputs.ts';
import { builder } from '../../builder.ts';
import { takes } from '../../form-inputs.ts';

const isContent = (found: ResolvedUrl): found is PublishedContent => 'site' in found;
const content =
  <Key extends keyof PublishedContent>(key: Key) =>
  (found: ResolvedUrl) =>
    isContent(found) ? found[key] : null;
const target =
  <Key extends keyof RedirectTarget>(key: Key) =>
  (found: ResolvedUrl) =>
    isContent(found) ? null : found[key];

/** Returns the options of an id that is null for a redirect. */
const contentId = (
  key: 'organization' | 'site' | 'siteSection' | 'siteSpace' | 'space' | 'changeRequest' | 'revision',
  description: string,
) => ({ nullable: true, description, resolve: content(key) }) as const;

const ResolvedPublishedUrl = builder.objectRef<ResolvedUrl>('ResolvedPublishedUrl').implement({
  description: 'The result of resolving a published URL: either content with a token to read it, or a redirect.',
  fields: (t) => ({
    target: t.string({
      nullable: true,
      description:
        'Where a redirect leads: `content` for content of this service, `external` otherwise; null without a redirect.',
      resolve: target('target'),
    }),
    redirectUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL to redirect to; null for content.',
      resolve: target('redirect'),
    }),
    siteBasePath: t.string({
      nullable: true,
      description: 'Path of the site, with a slash at both ends.',
      resolve: content('siteBasePath'),
    }),
    basePath: t.string({
      nullable: true,
      description: 'Path of the site, section and variant, with a slash at both ends.',
      resolve: content('basePath'),
    }),
    pathname: t.string({
      nullable: true,
      description: 'Path of the page, relative to `basePath`.',
      resolve: content('pathname'),
    }),
    canonicalUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL with the canonical host of the site.',
      resolve: content('canonicalUrl'),
    }),
    complete: t.boolean({
      nullable: true,
      description: 'False when a longer path could lead to another section or variant of the site.',
      resolve: content('complete'),
    }),
    shareKey: t.string({
      nullable: true,
      description: 'Key of the share link in the URL; null without one.',
      resolve: content('shareKey'),
    }),
    contextId: t.string({
      nullable: true,
      description: 'Opaque id of the claims of the visitor, for use in cache keys; null without claims.',
      resolve: content('contextId'),
    }),
    token: t.string({
      nullable: true,
      description: 'A bearer token to read the site as this visitor. The same token is returned for an hour.',
      resolve: content('apiToken'),
    }),
  }),
});

builder.objectFields(ResolvedPublishedUrl, (t) => ({
  organizationId: t.id(contentId('organization', 'Id of the organization of the site; null for a redirect.')),
  siteId: t.id(contentId('site', 'Id of the site that the URL belongs to; null for a redirect.')),
  siteSectionId: t.id(
    contentId(
      'siteSection',
      'Id of the section that the URL leads to; null for a redirect and on a site without sections.',
    ),
  ),
  siteSpaceId: t.id(contentId('siteSpace', 'Id of the site space that the URL leads to; null for a redirect.')),
  spaceId: t.id(contentId('space', 'Id of the space whose content is shown; null for a redirect.')),
  changeRequestId: t.id(
    contentId('changeRequest', 'Id of the change request of the space that a preview shows; null for other content.'),
  ),
  revisionId: t.id(
    contentId('revision', 'Id of the earlier revision of the space that a preview shows; null for the present.'),
  ),
}));

builder.queryField('publishedUrl', (t) =>
  t.field({
    type: ResolvedPublishedUrl,
    nullable: true,
    description:
      'Resolves a published URL for a visitor. Needs no token. Null with an error when the URL shows nothing to the visitor.',
    args: { input: t.arg({ ...takes(PublishedUrlInput, 'The URL and the visitor.'), required: true }) },
    extensions: { anonymous: true },
    resolve: (_root, { input }, ctx) => resolvePublishedUrl(ctx, input),
  }),
);

builder.queryField('publishedContentByUrl', (t) =>
  t.field({
    type: ResolvedPublishedUrl,
    nullable: true,
    description:
      'Resolves a published URL for a visitor without unsigned claims, which `publishedUrl` takes as well. Needs no token.',
    args: {
      url: t.arg({
        type: 'URL',
        required: true,
        description: 'URL of a published site or page.',
        validate: z.string().max(maxUrlLength),
      }),
      visitorToken: t.arg.string({
        description: 'A JWT that is signed with the visitor authentication key of the site, or the token of a preview.',
        validate: z.string().max(maxVisitorTokenLength),
      }),
      redirectOnError: t.arg.boolean({
        description:
          'Whether an invalid visitor token is answered with a redirect to the sign-in URL instead of an error.',
      }),
    },
    extensions: { anonymous: true },
    resolve: (_root, { url, visitorToken, redirectOnError }, ctx) =>
      resolvePublishedUrl(ctx, {
        url,
        visitor: { jwtToken: visitorToken ?? undefined },
        redirectOnError: redirectOnError ?? undefined,
      }),
  }),
);
