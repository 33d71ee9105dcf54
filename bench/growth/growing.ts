/** Its exact count looks at each row with what it is about, and with the access of the caller. */
const counted = 'each of those that are counted is looked at, and not its index alone';

/** A site has at most 1,000 spaces. */
const site = 'every space of the site is read with the access of the caller; there are at most 1,000';

const whole = 'the answer has all pages';
const files = 'the files of a revision are sorted by their names';
const commenters = 'the commenters are found first, because they are sorted by when they became members';

/**
 * The operations that read more pages of the database in a larger organization, beyond those of an exact count, and why. What is not
 * named here must be flat: a test measures all others.
 */
export const growing: Readonly<Record<string, string>> = {
  'GET /spaces/{spaceId}/search':
    'a common word is found on every page; the order of all hits decides which are ranked',
  'search of an organization, common word, as a guest':
    'as that of a space, because one of those that the guest sees is large',
  'search of a site, no page': site,
  'search of a site, common word': site,
  'members, by name': 'more names match',
  'GET /orgs/{organizationId}/members/{userId}/spaces':
    'a member who sees few spaces is shown those by looking at all of them',
  'GET /orgs/{organizationId}/sites/{siteId}/site-spaces': 'the smallest site has ten, fewer than a page',
  'siteSpaces of site': 'the smallest site has ten, fewer than a page',
  'move of a space within a site': site,
  'look of site': site,
  'GET /orgs/{organizationId}/sites/{siteId}/structure': site,
  'GET /orgs/{organizationId}/sites/{siteId}/published': site,
  'GET /orgs/{organizationId}/sites/{siteId}/publishing/preview': site,
  'GET /orgs/{organizationId}/sites/{siteId}/publishing/preview/hidden-blocks': site,
  'GET /orgs/{organizationId}/events': counted,
  'GET /orgs/{organizationId}/due-pages': counted,
  'events of an organization, as a guest': counted,
  'GET /spaces/{spaceId}/due-pages': counted,
  'GET /orgs/{organizationId}/templates': counted,
  'GET /orgs/{organizationId}/webhooks': counted,
  'webhooks of organization': 'all are sorted, with the access of the caller to their places',
  'GET /orgs/{organizationId}/openapi': counted,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers': counted,
  'GET /spaces/{spaceId}/commenters': commenters,
  'commenters of space': commenters,
  'children of organization': 'spaces and collections are sorted together',
  'unread notifications of viewer': 'a hundred are counted, and the smallest organization has fifty',
  'pageViews of site': 'the views of a day are sorted',
  'GET /spaces/{spaceId}/content': whole,
  'GET /spaces/{spaceId}/content/pages': whole,
  'GET /spaces/{spaceId}/revisions/{revisionId}': whole,
  'GET /spaces/{spaceId}/revisions/{revisionId}/pages': whole,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content': whole,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages': whole,
  'pages of a revision': 'the paths of all pages are made, because they are listed in the order of the tree',
  'GET /spaces/{spaceId}/content/files': files,
  'GET /spaces/{spaceId}/revisions/{revisionId}/files': files,
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files': files,
  'files of a revision': files,
};
