/** Largest archive. */
export const maxExportBytes = 2_000_000_000;

/** Pages whose texts and links are read at once. */
export const pagesAtOnce = 50;

/** Rows of comments and change requests that are read at once. */
export const rowsAtOnce = 500;

/** Longest path of a file in an archive, in bytes; longer ones are named by their id. */
export const maxPathBytes = 200;

/** Longest front matter that is written in full, in characters; readers of front matter stop at 65,536. */
export const maxMatterLength = 60_000;

/** The parts of archives that have permissions of their own. */
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

/** Longest name of the folder of a space in the archive of an organization, in bytes; other spaces are named by their id. */
export const maxFolderBytes = 100;
