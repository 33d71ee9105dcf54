import * as z from 'zod';
import { SearchText } from '../../authoring/search/fields.ts';
import { Emoji } from '../../authoring/spaces/fields.ts';
import {
  AgentsContext,
  InitialSpaces,
  SearchedSiteSpaces,
  SiteIconUrl,
  SitePath,
  SiteProxy,
  SiteSearchMode,
  SiteTitle,
  SiteType,
  SiteVisibility,
} from './fields.ts';
import { Id, inputForm, omittable } from '../../../lib/form-types.ts';

const SiteIconImagesInput = inputForm('SiteIconImages', 'The images of an icon, one for each color scheme.', {
  light: SiteIconUrl.describe('URL of the image for light mode.'),
  dark: SiteIconUrl.describe('URL of the image for dark mode.'),
});

export const SetSiteIconInput = inputForm(
  'SetSiteIcon',
  'The icon of a site: either images or an emoji. Without either, the icon is removed.',
  {
    images: SiteIconImagesInput.apply(omittable).describe('The images. Cannot be combined with an emoji.'),
    emoji: Emoji.apply(omittable).describe('One emoji, or its hexadecimal code points.'),
  },
);

export const CreateSiteInput = inputForm('CreateSite', 'Fields of a new site.', {
  type: SiteType.apply(omittable).default('basic').describe('Kind of site.'),
  title: SiteTitle.apply(omittable).describe('Name of the site.'),
  visibility: SiteVisibility.apply(omittable).describe('Who may read the published site; anyone when omitted.'),
  spaces: InitialSpaces.apply(omittable).describe(
    'Ids of the spaces of the site, in order. Alternatively `sample` or `empty`, for a new space with sample pages or without pages. The site has no spaces when omitted.',
  ),
});

const AdaptiveContentInput = inputForm('AdaptiveContent', 'Settings of adaptive content.', {
  enabled: z.boolean().describe('Whether conditions are evaluated for visitors.'),
});

export const UpdateSiteInput = inputForm('UpdateSite', 'Fields to update; omitted fields stay unchanged.', {
  title: SiteTitle.optional().describe('Name of the site.'),
  visibility: SiteVisibility.optional().describe('Who may read the published site. Only admins may update it.'),
  basename: SitePath.optional().describe(
    'Path of the site below the hostname of the organization, unique among the sites of the organization.',
  ),
  adaptiveContent: AdaptiveContentInput.optional().describe('Settings of adaptive content.'),
  agentsContext: AgentsContext.optional().describe('Whether AI agents may use the site.'),
  defaultSiteSpace: Id.optional().describe(
    'Id of the site space to show first: one of the default section, or of the site when it has no sections.',
  ),
  defaultSiteSection: Id.optional().describe('Id of the section to show first.'),
  proxy: SiteProxy.nullish().describe(
    'Host and path at which a proxy serves the site; null removes it. Only admins may update it.',
  ),
});

const SiteSearchScopeInput = inputForm('SiteSearchScope', 'The site spaces to search.', {
  mode: SiteSearchMode.describe('How the site spaces are selected.'),
  siteSpaceId: Id.apply(omittable).describe('Id of the site space, for the mode `CURRENT`.'),
  siteSpaceIds: SearchedSiteSpaces.apply(omittable).describe('Ids of the site spaces, for the mode `SPECIFIC`.'),
});

export const SearchSiteInput = inputForm('SearchSite', 'What readers look for in a site, and in which of its parts.', {
  query: SearchText.describe(
    'Words, `"phrases"` and excluded `-words`. The last word may be incomplete. A blank query is refused.',
  ),
  scope: SiteSearchScopeInput.apply(omittable).describe('The site spaces to search; all when omitted.'),
  mode: SiteSearchMode.apply(omittable).describe('Same as `mode` of `scope`, for older clients.'),
  siteSpaceId: Id.apply(omittable).describe('Same as `siteSpaceId` of `scope`, for older clients.'),
  siteSpaceIds: SearchedSiteSpaces.apply(omittable).describe('Same as `siteSpaceIds` of `scope`, for older clients.'),
});
