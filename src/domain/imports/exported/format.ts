import * as z from 'zod';

/** Version of the format of exports. */
export const exportVersion = 1;

/** Paths of the data of an export that Markdown cannot express. See docs/reference/exports.md. */
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
/** Where an export of an organization keeps what is not in a space; each space has a folder of its own. */
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

/** Describes an export. */
export const ExportManifest = z.object({
  format: z.literal('octavo-space'),
  version: z.literal(exportVersion),
  createdAt: z.string(),
  /** SHA-256 of SUMMARY.md: when somebody changed it, it gives the order of the pages. */
  summary: Digest,
  /** The space with its settings, which tell readers what was exported. An import takes the variables alone. */
  space: z.looseObject({ id: z.string(), title: z.string(), variables: z.record(z.string(), z.string()) }),
  revision: z.string(),
  /** Files whose bytes the storage did not have. */
  missing: z.array(z.string()),
});
export type ExportManifest = z.infer<typeof ExportManifest>;

/** A replacement in an exported text: offset, length, and the original text of the page there. */
const Splice = z.tuple([z.int().min(0), z.int().min(0), z.string()]);
export type Splice = z.infer<typeof Splice>;

/** A link of a text: offsets of its URL, the kind of its target, the id of the target, the anchor. */
const LinkLine = z.tuple([z.int().min(0), z.int().min(0), z.string(), z.string().nullable(), z.string().nullable()]);
export type LinkLine = z.infer<typeof LinkLine>;

/** The text of a page or reusable content, which its Markdown file holds with working links and front matter. */
const TextLine = z.object({
  file: z.string(),
  /** SHA-256 of the file: when somebody changed it, its text is taken as it is. */
  sha256: Digest,
  restore: z.array(Splice),
  links: z.array(LinkLine),
});
export type TextLine = z.infer<typeof TextLine>;

/** A page. `at` is its number in the order of the tree, where parents come before children. */
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

/** The key of an exported page in an import: its file, or its id when it has none. */
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

/** A former place of a page. */
export const RedirectLine = z.object({ parent: z.string(), slug: z.string(), page: z.string() });
export type RedirectLine = z.infer<typeof RedirectLine>;

/** The text that was exported, from the file of an export. */
export function restoreText(exported: string, restore: readonly Splice[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const [start, length, original] of restore) {
    parts.push(exported.slice(end, start), original);
    end = start + length;
  }
  return parts.join('') + exported.slice(end);
}
