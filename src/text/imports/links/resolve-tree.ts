import { isHiddenPath } from '../unpack/archive-layout.ts';
import { contentTypeOf } from '../../../lib/media-types.ts';
import type { ImportedFile, ImportNote, ImportTree } from '../import-tree.ts';
import { type ImportLimits, importLimits } from '../limits.ts';
import type { readFormerPaths } from '../links/former-paths.ts';
import type { IncludedSource } from '../formats/includes.ts';
import { buildIncluded, buildPages, outlinePaths } from './page-builder.ts';
import type { Source } from '../formats/source.ts';
import { isPagePath, nameOf, relativePath } from '../unpack/source-path.ts';
import type { TreePlan } from './plan.ts';
import { type ArchiveEntry, sizeOf } from '../unpack/zip.ts';
import { fileOf } from '../unpack/file-of.ts';

/** The pages and files of an import, and a plan of their order. */
export interface TreeParts {
  readonly sources: ReadonlyMap<string, Source>;
  /** All entries of the archive. Pages among them are ignored, because `sources` holds them. */
  readonly entries: readonly ArchiveEntry[];
  /** Notes on entries that were already skipped, by archive path. */
  readonly notes: readonly ImportNote[];
  readonly limits?: ImportLimits;
  /** File names that differ from the names of their entries, by archive path. */
  readonly names?: ReadonlyMap<string, string>;
  /** Whether to import a file to which no page refers. Defaults to files of a known type outside hidden folders. */
  readonly isWanted?: (path: string) => boolean;
  /** Texts that pages include. */
  readonly included?: readonly IncludedSource[];
  /** Reads the former paths of pages, once the tree is planned. */
  readonly formerPaths?: ((plan: TreePlan) => ReturnType<typeof readFormerPaths>) | undefined;
  /** Plans the tree. `paths` lists all possible targets of links. */
  plan(paths: readonly string[]): TreePlan;
}

/** Builds the tree of an import: pages in the planned order, imported files, and a note for each skipped entry. */
export function assembleTree(parts: TreeParts): ImportTree {
  const { sources, entries, limits = importLimits, isWanted = isPlainFile } = parts;
  const { files, skipped } = sortFiles(entries, limits);
  for (const file of [...sources.values()].flatMap((source) => source.files)) files.set(file.key, file);
  const plan = parts.plan([...new Set([...entries.map(({ path }) => path), ...files.keys(), ...sources.keys()])]);
  const referenced = new Set<string>();
  const making = { ...plan, sources, referenced, files: new Set(files.keys()) };
  const pages = buildPages(making, plan.outline);
  const reusableContents = buildIncluded(making, plan.outline, parts.included ?? []);
  const { redirects, lost } = parts.formerPaths?.(plan) ?? { redirects: [], lost: [] };
  const present = new Set(outlinePaths(plan.outline));
  const placed = [...sources.values()].filter(({ path }) => present.has(path));
  const leftOut = [...sources.keys()]
    .filter((path) => !present.has(path))
    .map((key) => ({ key, reason: plan.skipReason }));
  const { taken, unwanted } = pickFiles(files, (path) => referenced.has(path) || isWanted(path));
  const toKey = (path: string) => relativePath(plan.root, path);
  const notes = [...parts.notes, ...leftOut, ...skipped, ...unwanted].map((note) => ({
    ...note,
    key: toKey(note.key),
  }));
  const missing = [...notes, ...plan.missing];
  return {
    pages,
    files: taken.map((file) => ({ ...file, name: parts.names?.get(file.key) ?? file.name, key: toKey(file.key) })),
    skipped: missing,
    warnings: [
      ...[...placed, ...(parts.included ?? []).map(({ source }) => source)].flatMap((source) =>
        warningsOf(source).map((reason) => ({ key: toKey(source.path), reason })),
      ),
      ...lost,
    ],
    totalResources: placed.length + taken.length + missing.length,
    ...(reusableContents.length + redirects.length > 0 && {
      exported: { reusableContents, redirects, variables: {} },
    }),
  };
}

const isPlainFile = (path: string) => contentTypeOf(path) !== undefined && !isHiddenPath(path);

/** Reasons why parts of a page could not be imported as written. */
export const warningsOf = ({ matter, facts, warnings = [] }: Source): string[] =>
  [...warnings, matter.warning, facts.warning].filter((reason) => reason !== undefined);

/** Splits entries other than pages into files within the size limit and skipped entries. */
function sortFiles(entries: readonly ArchiveEntry[], limits: ImportLimits) {
  const files = new Map<string, ImportedFile>();
  const skipped: ImportNote[] = [];
  for (const entry of entries) {
    const { path } = entry;
    if (isPagePath(path) || nameOf(path) === '.gitbook.yaml') continue;
    if (sizeOf(entry) > limits.maxFileBytes) {
      skipped.push({ key: path, reason: `It is larger than ${limits.maxFileBytes} bytes` });
      continue;
    }
    const contentType = contentTypeOf(path) ?? 'application/octet-stream';
    files.set(path, fileOf(entry, { key: path, name: nameOf(path), contentType }));
  }
  return { files, skipped };
}

function pickFiles(files: ReadonlyMap<string, ImportedFile>, isTaken: (path: string) => boolean) {
  const taken: ImportedFile[] = [];
  const unwanted: ImportNote[] = [];
  for (const [path, file] of files)
    if (isTaken(path)) taken.push(file);
    else unwanted.push({ key: path, reason: 'It is not a page, and no page refers to it' });
  return { taken, unwanted };
}
