import * as z from 'zod';
import { maxRedirectsTogether, RedirectSource, SiteRedirectDestinationKind } from './fields.ts';
import { Id, inputForm, omittable, urlForm } from '../../../lib/form-types.ts';

const kindDescription = 'Whether the redirect leads to a part of a site or to a URL.';

const SiteRedirectDestinationInput = inputForm(
  'SiteRedirectDestination',
  'The destination of a redirect: its kind, and the fields for that kind.',
  {
    kind: SiteRedirectDestinationKind.describe(kindDescription),
    siteSectionId: Id.apply(omittable).describe('Id of the section that a redirect of this kind leads to.'),
    siteSpaceId: Id.apply(omittable).describe('Id of the site space, for a site space or a page.'),
    pageId: Id.apply(omittable).describe('Id of the page in the site space, for a page.'),
    url: urlForm(z.string()).apply(omittable).describe('The http(s) URL, for another address.'),
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
