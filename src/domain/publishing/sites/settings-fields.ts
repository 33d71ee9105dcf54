import * as z from 'zod';
import { choice } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import { maxSourceLength, normalizeSource } from '../redirects/source.ts';
import { notBlank } from '../../../lib/not-blank.ts';

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
export const destinationKinds = {
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

export const ShareLinkName = z
  .string()
  .min(1, { abort: true })
  .max(50)
  .refine(...notBlank);

/** Maximum number of share links of a site. */
export const maxShareLinks = 100;

const visitorBackends = {
  custom: 'A backend of your own signs the tokens of visitors.',
  integration: 'An integration signs the tokens of visitors.',
} as const;
export type VisitorBackend = keyof typeof visitorBackends;
export const VisitorBackend = choice('VisitorAuthBackend', 'Who signs the tokens of visitors.', visitorBackends);

/** URL at which visitors sign in. */
export const FallbackUrl = httpUrl(2_048);

/** A hostname of at least three labels, in any case. */
export const CustomHostname = z
  .string()
  .max(512)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/i,
    'must be a hostname of at least three labels, such as docs.example.org',
  );
