import * as z from 'zod';
import { maxSourceLength, normalizeSource } from './source.ts';
import { choice } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';

/** A path below the root of a site, such as `/old/page`. */
export const RedirectSource = z
  .string()
  .min(2)
  .max(maxSourceLength)
  .superRefine((text, issues) => {
    const source = normalizeSource(text);
    if ('problem' in source) issues.addIssue({ code: 'custom', message: source.problem });
  });

/** Kinds of destinations of a redirect. */
const destinationKinds = {
  'site-section': 'A section of the site.',
  'site-space': 'A site space of the site.',
  'site-page': 'A page of a site space.',
  url: 'Any other address.',
} as const;
export const SiteRedirectDestinationKind = choice(
  'SiteRedirectDestinationKind',
  'The kind of destination of a redirect of a site.',
  destinationKinds,
);

/** Target URL of a redirect. */
export const RedirectUrl = httpUrl(2_048);

/** Maximum number of redirects of a site, and in one request. All redirects are read at once to find loops. */
export const maxRedirects = 5_000;
export const maxRedirectsTogether = 500;

/** Text to search in sources of redirects. */
export const RedirectSearch = z.string().max(maxSourceLength);
