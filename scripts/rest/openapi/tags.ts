/** Groups of the reference with their path segments. The first group that matches a path is used. */
const groups: readonly { readonly name: string; readonly description: string; readonly segments: readonly string[] }[] =
  [
    {
      name: 'Sites',
      description:
        'Docs sites that publish spaces: structure, addresses, audiences, appearance and what visitors read.',
      segments: ['sites', 'urls', 'subdomains', 'renderers', 'custom-hostnames'],
    },
    {
      name: 'Translations',
      description: 'Languages, translated copies of spaces, and the glossary that translators follow.',
      segments: ['translations', 'translations-glossary', 'translation-languages', 'translation'],
    },
    {
      name: 'Integrations',
      description: 'Programs that act for an organization: their manifests, installations and tokens.',
      segments: ['integrations', 'installations'],
    },
    {
      name: 'Webhooks',
      description: 'Addresses to which events are sent by signed calls, and the log of what was sent.',
      segments: ['webhooks'],
    },
    {
      name: 'OpenAPI specs',
      description: 'Descriptions of APIs, kept in versions, from which pages are made.',
      segments: ['openapi'],
    },
    {
      name: 'Change requests',
      description: 'Drafts of a space: their content, reviews, conflicts and merges.',
      segments: ['change-requests'],
    },
    {
      name: 'Comments',
      description: 'Threads on pages and spaces, their replies and reactions.',
      segments: ['comments', 'commenters'],
    },
    {
      name: 'Access',
      description: 'Who has which role in a space or collection: members, teams, and what both add up to.',
      segments: ['permissions'],
    },
    {
      name: 'Content',
      description:
        'Pages, files, reusable contents, links and revisions of a space, and how they are changed and imported.',
      segments: ['content', 'revisions', 'documents', 'embed', 'links', 'pdf', 'export'],
    },
    {
      name: 'Invites',
      description: 'Links by which people join an organization.',
      segments: ['link-invites', 'invites', 'join'],
    },
    { name: 'Teams', description: 'Groups of members that are given roles together.', segments: ['teams'] },
    { name: 'Members', description: 'People of an organization and their roles.', segments: ['members', 'ping'] },
    { name: 'Collections', description: 'Folders of spaces and of other collections.', segments: ['collections'] },
    { name: 'Search', description: 'Pages that match words or phrases, best first.', segments: ['search'] },
    {
      name: 'Spaces',
      description: 'Places of content with access, settings and history of their own.',
      segments: ['spaces'],
    },
    {
      name: 'Single sign-on',
      description: 'SAML and OpenID Connect providers of an organization, provisioning, signing in, and sessions.',
      segments: ['saml', 'oidc', 'providers', 'sso', 'logins', 'sessions'],
    },
    { name: 'Users', description: 'The caller, other people, and API tokens.', segments: ['user', 'users', 'tokens'] },
    {
      name: 'Jobs',
      description: 'Work that takes longer than a request: its progress, result and cancellation.',
      segments: ['jobs'],
    },
  ];

const rest = {
  name: 'Organizations',
  description: 'An organization holds everything else: members, teams, collections, spaces and sites.',
};

/** Order of the groups in the reference. */
const order = [
  'Organizations',
  'Members',
  'Teams',
  'Invites',
  'Collections',
  'Spaces',
  'Access',
  'Content',
  'Change requests',
  'Comments',
  'Search',
  'Sites',
  'Translations',
  'OpenAPI specs',
  'Integrations',
  'Webhooks',
  'Single sign-on',
  'Users',
  'Jobs',
];

/** Tags of the document. */
export const tags = [rest, ...groups]
  .map(({ name, description }) => ({ name, description }))
  .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));

/** Returns the group of a path. */
export function tagOf(path: string): string {
  const segments = new Set(path.split('/'));
  return (groups.find((group) => group.segments.some((segment) => segments.has(segment))) ?? rest).name;
}
