import type { SiteSettingsQuery } from '../../__generated__/site-settings.ts';

/** The site, as the parts of its settings have it. */
export type SiteOfSettings = NonNullable<SiteSettingsQuery['site']>;
