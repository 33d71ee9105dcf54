import * as z from 'zod';
import { choice, Id, named } from '../../../lib/form-types.ts';
import { httpUrl } from '../../../lib/http-url.ts';
import { notBlank } from '../../../lib/not-blank.ts';

const siteTypes = {
  basic: 'A basic site.',
  premium: 'A premium site.',
  ultimate: 'An ultimate site.',
  sponsored: 'A sponsored site.',
  'legacy-basic': 'A basic site of an earlier plan.',
  'legacy-premium': 'A premium site of an earlier plan.',
} as const;
export type SiteType = keyof typeof siteTypes;
export const SiteType = choice('SiteType', 'The kind of a site. It has no effect.', siteTypes);

const siteVisibilities = {
  public: 'Anyone may read the site, and search engines may index it.',
  unlisted: 'Anyone may read the site; search engines may not index it.',
  'share-link': 'Anyone with a share link may read the site.',
  'visitor-auth': 'Visitors who authenticate with a signed token may read the site.',
} as const;
export type SiteVisibility = keyof typeof siteVisibilities;
export const SiteVisibility = choice('SiteVisibility', 'Who may read a published site.', siteVisibilities);

const agentsContexts = {
  excluded:
    'The site serves nothing that is made for agents: `~/mcp`, `llms.txt`, `llms-full.txt` and the Markdown of pages are 404.',
  included: 'The site serves tools and texts for agents beside its pages.',
} as const;
export type AgentsContext = keyof typeof agentsContexts;
export const AgentsContext = choice('AgentsContext', 'Whether AI agents may use a site.', agentsContexts);

export const SiteTitle = z
  .string()
  .min(2, { abort: true })
  .max(128)
  .refine(...notBlank);

/** Default title of a site. */
export const defaultSiteTitle = 'Untitled site';

/** A segment of a published URL. A leading `~` is reserved for previews. */
export const SitePath = z
  .string()
  .min(1)
  .max(100)
  .regex(
    /^[\p{L}\p{N}_-][\p{L}\p{N}._~-]*$/u,
    'must consist of letters, digits, hyphens, underscores, dots and tildes, and begin with none of the last two',
  );

/** URL of an image of the icon of a site. */
export const SiteIconUrl = httpUrl(2_048);

/** Host and path at which the caller's proxy serves the site. */
export const SiteProxy = z
  .string()
  .max(512)
  .regex(
    /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/,
    'must be a host and a path without scheme, such as example.org/docs',
  );

/** Contents of the space of a new site that is created without given spaces. */
const siteStarts = {
  sample: 'A space with sample pages.',
  empty: 'A space without pages.',
} as const;
export type SiteStart = keyof typeof siteStarts;
export const SiteStart = choice('SiteStart', 'The contents of the space of a new site.', siteStarts);

/** Maximum number of spaces in a request that creates a site. */
const maxInitialSpaces = 100;

/** Ids of spaces, or what a new space contains. */
export const InitialSpaces = named(
  {
    name: 'InitialSpaces',
    description: 'The spaces of a new site: either existing ones, or a new one.',
    alternatives: { ids: 'Ids of existing spaces, in order. At most 100.', start: 'Contents of a new space.' },
  },
  z.union([z.array(Id).max(maxInitialSpaces), SiteStart]),
);

/** Modes of a search: which site spaces it covers. */
const siteSearchModes = {
  all: 'All site spaces.',
  default: 'Those that a reader who comes to the site first sees: the default one of each section.',
  current: 'The one that `siteSpaceId` names, and the default ones of the other sections.',
  specific: 'Those that `siteSpaceIds` names.',
} as const;

export type SiteSearchMode = keyof typeof siteSearchModes;

export const SiteSearchMode = choice('SiteSearchMode', 'How the searched site spaces are selected.', siteSearchModes);

/** Ids of the site spaces to search. */
export const SearchedSiteSpaces = z.array(Id).max(100);
