/** The way to each list of a site. */
export const siteLists = [
  'site(id: $siteId) { sections',
  'site(id: $siteId) { sectionGroups',
  'site(id: $siteId) { siteSpaces',
  'site(id: $siteId) { redirects',
  'site(id: $siteId) { search(input: { query: "words" })',
  'site(id: $siteId) { shareLinks',
  'site(id: $siteId) { grants',
  'site(id: $siteId) { effectiveAccess',
];
