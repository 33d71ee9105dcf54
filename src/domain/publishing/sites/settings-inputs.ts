import * as z from 'zod';
import { Id, inputForm } from '../../../lib/form-types.ts';
import {
  CustomHostname,
  FallbackUrl,
  RedirectSource,
  ShareLinkName,
  SiteRedirectDestinationKind,
  VisitorBackend,
  maxRedirectsTogether,
} from './settings-fields.ts';

export const SetSiteHostnameInput = inputForm('SetSiteHostname', 'The custom hostname.', {
  hostname: CustomHostname.describe('The hostname, such as `docs.example.org`.'),
});

const kindDescription = 'Whether the redirect leads to a part of a site or to a URL.';

const SiteRedirectDestinationInput = inputForm(
  'SiteRedirectDestination',
  'The destination of a redirect: its kind, and the fields for that kind.',
  {
    kind: SiteRedirectDestinationKind.describe(kindDescription),
    siteSectionId: Id.nullish().describe('Id of the section, for a section.'),
    siteSpaceId: Id.nullish().describe('Id of the site space, for a site space or a page.'),
    pageId: Id.nullish().describe('Id of the page in the site space, for a page.'),
    url: z.string().nullish().describe('The http(s) URL, for another address.'),
  },
);

const destinationDescription = 'The section, site space, page or URL that the redirect leads to.';

export const CreateSiteRedirectInput = inputForm('CreateSiteRedirect', 'Fields of a redirect.', {
  source: RedirectSource.describe(
    'The path below the root of the site, such as `/old/page`. No other redirect may have it.',
  ),
  destination: SiteRedirectDestinationInput.describe(destinationDescription),
});

export const UpdateSiteRedirectInput = inputForm(
  'UpdateSiteRedirect',
  'Fields to update; omitted fields stay unchanged.',
  {
    source: RedirectSource.optional().describe('The path below the root of the site.'),
    destination: SiteRedirectDestinationInput.optional().describe(destinationDescription),
  },
);

export const SetSiteRedirectsInput = inputForm('SetSiteRedirects', 'Redirects to create or update.', {
  redirects: z
    .array(CreateSiteRedirectInput)
    .min(1)
    .max(maxRedirectsTogether)
    .describe('The redirects, each source once.'),
});

export const CreateSiteShareLinkInput = inputForm('CreateSiteShareLink', 'Fields of a new share link.', {
  name: ShareLinkName.describe('Name of the share link.'),
});

export const UpdateSiteShareLinkInput = inputForm(
  'UpdateSiteShareLink',
  'Fields to update; omitted fields stay unchanged.',
  {
    name: ShareLinkName.optional().describe('Name of the share link.'),
    active: z
      .boolean()
      .optional()
      .describe('Whether the link gives access to the site. False ends access by it at once.'),
  },
);

export const UpdateSiteVisitorAuthInput = inputForm(
  'UpdateSiteVisitorAuth',
  'Fields to update; omitted fields stay unchanged.',
  {
    backend: VisitorBackend.optional().describe('Who signs the tokens of visitors.'),
    integration: z
      .string()
      .nullish()
      .describe(
        'Name of an integration that is installed in the organization and may authenticate visitors. Required for that backend.',
      ),
    fallbackURL: FallbackUrl.nullish().describe(
      'URL (http or https) where visitors without a valid token are sent; null removes it.',
    ),
  },
);
