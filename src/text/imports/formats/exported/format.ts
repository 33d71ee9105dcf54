import * as z from 'zod';

/** Version of the export format. */
export const exportVersion = 1;

/** Paths of the data that Markdown cannot express. See docs/reference/exports.md. */
const exportFolder = '.octavo/';
export const exportFiles = {
  manifest: `${exportFolder}export.json`,
  pages: `${exportFolder}pages.jsonl`,
  files: `${exportFolder}files.jsonl`,
  reusableContents: `${exportFolder}reusable-contents.jsonl`,
  redirects: `${exportFolder}redirects.jsonl`,
  comments: `${exportFolder}comments.jsonl`,
  changeRequests: `${exportFolder}change-requests.jsonl`,
  access: `${exportFolder}access.jsonl`,
} as const;
/** Paths of the data of an organization outside its spaces. Each space has its own folder. */
export const organizationFiles = {
  manifest: `${exportFolder}organization.json`,
  spaces: `${exportFolder}spaces.jsonl`,
  collections: `${exportFolder}collections.jsonl`,
  collectionAccess: `${exportFolder}collection-access.jsonl`,
  members: `${exportFolder}members.jsonl`,
  teams: `${exportFolder}teams.jsonl`,
} as const;
export const summaryFile = 'SUMMARY.md';
export const configFile = '.gitbook.yaml';
export const assetsFolder = '.gitbook/assets/';
export const includesFolder = '.gitbook/includes/';

const Digest = z.string().regex(/^[\da-f]{64}$/);

/** Manifest of the export of a space. */
export const ExportManifest = z.object({
  format: z.literal('octavo-space'),
  version: z.literal(exportVersion),
  createdAt: z.string(),
  /** SHA-256 of SUMMARY.md. If the file was edited, its order of pages applies. */
  summary: Digest,
  /** Settings of the space, for readers of the export. An import takes only the variables. */
  space: z.looseObject({ id: z.string(), title: z.string(), variables: z.record(z.string(), z.string()) }),
  revision: z.string(),
  /** Files whose bytes the storage had lost. */
  missing: z.array(z.string()),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

/** A replacement in an exported text: offset, length, and the original text of the page there. */
const Splice = z.tuple([z.int().min(0), z.int().min(0), z.string()]);
export type Splice = z.infer<typeof Splice>;

/** A link in a text: start and end offset of its URL, kind and id of the target, anchor. */
const LinkLine = z.tuple([z.int().min(0), z.int().min(0), z.string(), z.string().nullable(), z.string().nullable()]);
export type LinkLine = z.infer<typeof LinkLine>;

/** The text of a page or reusable content: its Markdown file, in which links are relative and front matter is added. */
const TextLine = z.object({
  file: z.string(),
  /** SHA-256 of the file. If it was edited, its text is imported as it is. */
  sha256: Digest,
  restore: z.array(Splice),
  links: z.array(LinkLine),
});
export type TextLine = z.infer<typeof TextLine>;

/** A page. `at` is its index in tree order, in which parents come before children. */
export const PageLine = z.object({
  at: z.int().min(0),
  id: z.string().max(64),
  parent: z.string().nullable(),
  type: z.enum(['document', 'group', 'link']),
  title: z.string(),
  slug: z.string().nullable(),
  attributes: z.record(z.string(), z.unknown()),
  /** Null for groups and links. */
  text: TextLine.nullable(),
});
export type PageLine = z.infer<typeof PageLine>;

/** Key of an exported page in an import: its file, or derived from its id when it has none. */
export const keyOf = ({ id, text }: Pick<PageLine, 'id' | 'text'>): string => text?.file ?? `exported:${id}`;

export const ReusableContentLine = z.object({ id: z.string().max(64), title: z.string(), text: TextLine });
export type ReusableContentLine = z.infer<typeof ReusableContentLine>;

export const FileLine = z.object({
  id: z.string().max(64),
  name: z.string(),
  contentType: z.string(),
  file: z.string(),
  sha256: Digest,
});
export type FileLine = z.infer<typeof FileLine>;

/** A former path of a page. */
export const RedirectLine = z.object({ parent: z.string(), slug: z.string(), page: z.string() });
export type RedirectLine = z.infer<typeof RedirectLine>;

/** Restores the original text from the file of an export. */
export function restoreText(exported: string, restore: readonly Splice[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const [start, length, original] of restore) {
    parts.push(exported.slice(end, start), original);
    end = start + length;
  }
  return parts.join('') + exported.slice(end);
}
