import { isHiddenPath } from './archive-layout.ts';
import { contentTypeOf } from './content-type.ts';
import type { ImportedFile, ImportNote, ImportTree } from './import-tree.ts';
import { type ImportLimits, importLimits } from './limits.ts';
import { buildPages, outlinePaths } from './page-builder.ts';
import type { Source } from './source.ts';
import { isPagePath, nameOf, relativePath } from './source-path.ts';
import type { TreePlan } from './tree-plan.ts';
import type { ArchiveEntry } from './zip.ts';

/** Pages read, what lies beside them, and how they are ordered. */
export interface TreeParts {
  readonly sources: ReadonlyMap<string, Source>;
  /** Everything of the archive; pages among it are passed over. */
  readonly entries: readonly ArchiveEntry[];
  /** What was left out until now, by archive path. */
  readonly notes: readonly ImportNote[];
  readonly limits?: ImportLimits;
  /** Names of files that differ from those of their entries, by archive path. */
  readonly names?: ReadonlyMap<string, string>;
  /** Whether a file comes although no page refers to it; by default one of a known type in an open folder. */
  readonly isWanted?: (path: string) => boolean;
  /** Plans the tree; `paths` are all that links can lead to. */
  plan(paths: readonly string[]): TreePlan;
}

/** Makes the tree of an import: pages in the planned order, the files that come along, and notes on all the rest. */
export function assembleTree(parts: TreeParts): ImportTree {
  const { sources, entries, limits = importLimits, isWanted = isPlainFile } = parts;
  const { files, skipped } = sortFiles(entries, limits);
  for (const file of [...sources.values()].flatMap((source) => source.files)) files.set(file.key, file);
  const plan = parts.plan([...new Set([...entries.map(({ path }) => path), ...files.keys(), ...sources.keys()])]);
  const referenced = new Set<string>();
  const pages = buildPages({ ...plan, sources, referenced, files: new Set(files.keys()) }, plan.outline);
  const present = new Set(outlinePaths(plan.outline));
  const placed = [...sources.values()].filter(({ path }) => present.has(path));
  const leftOut = [...sources.keys()]
    .filter((path) => !present.has(path))
    .map((key) => ({ key, reason: plan.leftOut }));
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
    warnings: placed.flatMap((source) => warningsOf(source).map((reason) => ({ key: toKey(source.path), reason }))),
    totalResources: placed.length + taken.length + missing.length,
  };
}

const isPlainFile = (path: string) => contentTypeOf(path) !== undefined && !isHiddenPath(path);

/** Why something of a page arrived otherwise than meant. */
export const warningsOf = ({ matter, facts }: Source): string[] =>
  [matter.warning, facts.warning].filter((reason) => reason !== undefined);

/** Everything of an archive that is no page: what may come along, by archive path, and what may not. */
function sortFiles(entries: readonly ArchiveEntry[], limits: ImportLimits) {
  const files = new Map<string, ImportedFile>();
  const skipped: ImportNote[] = [];
  for (const { path, body } of entries) {
    if (isPagePath(path) || nameOf(path) === '.gitbook.yaml') continue;
    if (body.length > limits.maxFileBytes) {
      skipped.push({ key: path, reason: `It is larger than ${limits.maxFileBytes} bytes` });
      continue;
    }
    const contentType = contentTypeOf(path) ?? 'application/octet-stream';
    files.set(path, { key: path, name: nameOf(path), contentType, body });
  }
  return { files, skipped };
}

function pickFiles(files: ReadonlyMap<string, ImportedFile>, isTaken: (path: string) => boolean) {
  const taken: ImportedFile[] = [];
  const unwanted: ImportNote[] = [];
  for (const [path, file] of files)
    if (isTaken(path)) taken.push(file);
    else unwanted.push({ key: path, reason: 'It is no page, and no page refers to it' });
  return { taken, unwanted };
}
