/**
 * The operations that read more pages of the database in a larger organization, beyond those of an exact count, and why. What is not
 * named here must be flat: a test measures all others.
 */
export const growing: Readonly<Record<string, string>> = {
  'GET /spaces/{spaceId}/search':
    'a common word is found on every page; the order of all hits decides which are ranked',
  'search of an organization, common word, as a guest':
    'as that of a space, because one of those that the guest sees is large',
  'search of a site, no page': 'every space of the site is read with the access of the caller',
  'search of a site, common word': 'as for no page',
  'members, by name': 'more names match',
  'GET /orgs/{organizationId}/members/{userId}/spaces':
    'a member who sees few spaces is shown those by looking at all of them',
  'GET /orgs/{organizationId}/sites/{siteId}/site-spaces': 'the smallest site has ten, fewer than a page',
  'move of a space within a site':
    'all parts of a site, of which there are at most 1,000 spaces, are read before and after it changes',
  'GET /orgs/{organizationId}/sites/{siteId}/publishing/preview/hidden-blocks':
    'every space of the site is read with the access of the caller',
};
