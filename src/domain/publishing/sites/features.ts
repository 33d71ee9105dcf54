import type { Site } from './sites.ts';

/** Features that a site may use. */
export const siteFeatures = {
  'sites-adaptive-content': 'Conditions are evaluated for visitors.',
  'sites-basic-customization': 'The appearance has settings.',
  'sites-custom-domain': 'It has a custom hostname.',
  'sites-custom-subdirectory': 'A proxy serves it below a path.',
  'sites-multivariant-site': 'A part of it has more than one space.',
  'sites-public-visibility': 'It is public.',
  'sites-redirects': 'It has redirects.',
  'sites-sections': 'It has sections.',
  'sites-share-links': 'Share links open it.',
  'sites-unlisted-visibility': 'It is unlisted.',
  'sites-visitor-authentication': 'Visitors authenticate.',
} as const;
type SiteFeatureId = keyof typeof siteFeatures;

/** A feature that a site uses. */
export interface SiteFeature {
  readonly id: SiteFeatureId;
  /** Type of the site. */
  readonly plan: Site['type'];
}

const isUsed: Readonly<Record<SiteFeatureId, (site: Site) => boolean>> = {
  'sites-adaptive-content': ({ adaptive }) => adaptive,
  'sites-basic-customization': ({ hasCustomization }) => hasCustomization,
  'sites-custom-domain': ({ customHostname }) => customHostname !== null,
  'sites-custom-subdirectory': ({ proxy }) => proxy !== null,
  'sites-multivariant-site': ({ hasVariants }) => hasVariants,
  'sites-public-visibility': ({ visibility }) => visibility === 'public',
  'sites-redirects': ({ hasRedirects }) => hasRedirects,
  'sites-sections': ({ hasSections }) => hasSections,
  'sites-share-links': ({ visibility }) => visibility === 'share-link',
  'sites-unlisted-visibility': ({ visibility }) => visibility === 'unlisted',
  'sites-visitor-authentication': ({ visibility }) => visibility === 'visitor-auth',
};

/** Lists the features that a site uses. */
export const listFeatures = (site: Site): SiteFeature[] =>
  (Object.keys(siteFeatures) as SiteFeatureId[])
    .filter((id) => isUsed[id](site))
    .map((id) => ({ id, plan: site.type }));
