import { slug } from 'github-slugger';
import type { PageRow } from '../../../db/content/pages.ts';
import type { FileRow } from '../../../db/content/files.ts';
import { includeName } from '../../../text/markdown/include-name.ts';
import type { PageAttributes } from '../../../text/content/fields.ts';
import { listReusableContentRows, type ReusableContentRow } from '../../authoring/content/queries/reusable-contents.ts';
import { pickContent, type Revision } from '../../authoring/content/revisions.ts';
import { variablesOfSpace } from '../../authoring/content/variables.ts';
import type { Context } from '../../core/context.ts';
import type { RedirectLine } from '../../../text/imports/formats/exported/format.ts';
import type { Space } from '../../authoring/spaces/spaces.ts';
import { ArchivePaths, assetPath, includePath, pagePaths } from '../../../text/exports/archive-paths.ts';
import type { ContentPaths } from '../../../text/exports/export-text.ts';
import { listPageRedirects } from './queries.ts';
import { inTreeOrder } from '../../../text/exports/tree-order.ts';

/** The contents of a space, without texts and bytes, and the path of each in the archive. */
export interface SpaceContent {
  readonly space: Space;
  readonly revision: Revision;
  /** Pages in tree order: parents before children. */
  readonly pages: readonly PageRow[];
  readonly files: readonly FileRow[];
  readonly reusableContents: readonly ReusableContentRow[];
  readonly redirects: readonly RedirectLine[];
  readonly variables: Readonly<Record<string, string>>;
  readonly findPath: (id: string) => string | undefined;
  readonly contentPaths: ContentPaths;
}

/** Reads the tree of a space, its files and its reusable contents. Throws not_found, insufficient_scope. */
export async function loadSpaceContent(ctx: Context, space: Space): Promise<SpaceContent> {
  const revision = await pickContent(ctx, space);
  const [rows, files, reusableContents, redirects, variables] = await Promise.all([
    ctx.loaders.contentTree.load(revision),
    ctx.loaders.contentFiles.load(revision),
    listReusableContentRows(ctx.sql, revision),
    listPageRedirects(ctx.sql, space.id),
    variablesOfSpace(ctx, revision),
  ]);
  const pages = inTreeOrder(rows);
  const archivePaths = new ArchivePaths();
  const paths = pagePaths(pages, archivePaths);
  for (const file of files) paths.set(file.id, assetPath(file, archivePaths));
  const includes = new Map<string, string>();
  for (const reusable of reusableContents) {
    const path = includePath(reusable, archivePaths);
    paths.set(reusable.id, path);
    includes.set(reusable.id, path);
    if (!includes.has(slug(reusable.title))) includes.set(slug(reusable.title), path);
  }
  const pageIds = new Set(pages.map(({ id }) => id));
  const pathOf = (id: string) => paths.get(id);
  return {
    space,
    revision,
    pages,
    files,
    reusableContents,
    redirects: redirects.filter(({ page }) => pageIds.has(page)),
    variables,
    findPath: pathOf,
    contentPaths: { pathOf, includePath: (url) => includes.get(includeName(url)) ?? includes.get(includedId(url)) },
  };
}

const includedId = (url: string) => /rc_[\w-]{20}/.exec(url)?.[0] ?? '';

/**
 * The attributes of a page that are valid outside this installation. Those that refer to a source of generated content
 * are removed.
 */
export function portableAttributes(attributes: unknown): PageAttributes {
  const { computed: _computed, computedSeed: _seed, generatedBy: _by, ...own } = attributes as PageAttributes;
  return own;
}
