/** Maximum size of an archive, in bytes. */
export const maxExportBytes = 2_000_000_000;

/** Number of pages whose texts and links are read in one batch. */
export const pagesAtOnce = 50;

/** Number of comments or change requests read in one batch. */
export const rowsAtOnce = 500;

/** Parts of archives with separate permissions. */
export const archiveParts = {
  content: 'Pages, files, reusable contents and redirects.',
  comments: 'Comments with their reactions.',
  'change-requests': 'Change requests with their reviews.',
  access: 'Permissions of users and teams.',
  collections: 'Collections of the organization, with their permissions.',
  settings: 'Settings of the organization.',
  members: 'Members of the organization.',
  teams: 'Teams with their members.',
} as const;
export type ArchivePart = keyof typeof archiveParts;

/** Maximum length of the folder name of a space, in bytes. A longer name is replaced by the id. */
export const maxFolderBytes = 100;
