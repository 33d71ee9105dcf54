import { isHiddenPath } from '../unpack/archive-layout.ts';
import { findContentType, unknownMediaType } from '../../../lib/media-types.ts';
import type { ImportedFile, ImportNote, ImportTree } from '../import-tree.ts';
import { importLimits } from '../limits.ts';
import type { ExportedContent, SourceContent } from '../formats/source-content.ts';
import { ownRedirects } from './own-addresses.ts';
import { resolveIncluded, resolvePages } from './resolve-pages.ts';
import { filledInReason } from '../formats/file-includes.ts';
import { hiddenReason, partReason } from '../formats/read-pages.ts';
import type { SourcePage } from '../formats/source-page.ts';
import { isPagePath, readName, relativePath } from '../unpack/source-path.ts';
import { plannedPaths, type TreePlan } from '../tree/plan.ts';
import { measureSize } from '../unpack/zip.ts';
import { fileOf, renamed } from '../unpack/file-of.ts';
import { withDraftsApart } from '../tree/drafts-apart.ts';
import { describeProblems } from '../../markdown/conditional-blocks.ts';

/** Plans the tree of what a format has read, and resolves its links. */
export function arrangeTree(content: SourceContent | ExportedContent): ImportTree {
  if ('tree' in content) return content.tree;
  const listed = listFiles(content);
  const paths = [...content.entries.map(({ path }) => path), ...listed.files.keys(), ...content.sources.keys()];
  return resolveTree(content, listed, content.plan([...new Set(paths)]));
}

/** Resolves the links of planned pages: pages in order, imported files, and a note for each skipped entry. */
function resolveTree(parts: SourceContent, { files, skipped }: ListedFiles, plan: TreePlan): ImportTree {
  const { sources, isWanted = isPlainFile } = parts;
  const referenced = new Set<string>();
  const making = { ...plan, sources, referenced, files: new Set(files.keys()) };
  const pages = resolvePages(making, withDraftsApart(plan.pages, sources));
  const reusableContents = resolveIncluded(making, plan.pages, parts.included ?? []);
  const { variables = {} } = parts;
  const former = parts.formerPaths?.(plan) ?? { redirects: [], lost: [] };
  const present = new Set(plannedPaths(plan.pages));
  const placed = [...sources.values()].filter(({ path }) => present.has(path));
  const leftOut = [...sources.keys()]
    .filter((path) => !present.has(path))
    .map((key) => ({ key, reason: parts.filledIn?.has(key) === true ? filledInReason : plan.skipReason }));
  const { taken, unwanted } = pickFiles(files, (path) => referenced.has(path) || isWanted(path));
  const toKey = (path: string) => relativePath(plan.root, path);
  const declared = new Set(former.redirects.map(({ slug }) => slug));
  const own = ownRedirects(sources, pages, toKey).filter(({ slug }) => !declared.has(slug));
  const redirects = [...former.redirects, ...own];
  const notes = [...parts.notes, ...leftOut, ...skipped, ...unwanted].map((note) => ({
    ...note,
    key: toKey(note.key),
  }));
  const missing = [...notes, ...plan.missing];
  const lost = [...leftOut, ...parts.notes].filter(({ key, reason }) => isPagePath(key) && !isNoLoss(reason));
  return {
    root: plan.root,
    pages,
    files: taken.map((file) => renamed(file, { key: toKey(file.key), name: parts.names?.get(file.key) ?? file.name })),
    skipped: missing,
    warnings: [
      ...[...(parts.warnings ?? []), ...(plan.notes ?? [])].map(({ key, reason }) => ({ key: toKey(key), reason })),
      ...[...placed, ...(parts.included ?? []).map(({ source }) => source)].flatMap((source) =>
        listWarnings(source).map((reason) => ({ key: toKey(source.path), reason })),
      ),
      ...former.lost,
    ],
    ...(lost[0] && { leftOut: { pages: lost.length, of: lost.length + placed.length, reason: lost[0].reason } }),
    ...(parts.variants && { variants: parts.variants }),
    totalResources: placed.length + taken.length + missing.length,
    ...(reusableContents.length + redirects.length + Object.keys(variables).length > 0 && {
      exported: { reusableContents, redirects, variables },
    }),
  };
}

/** Whether a page that is left out for a reason is not lost: its text stands in others, or its tool ignores it as well. */
const isNoLoss = (reason: string) => [filledInReason, hiddenReason, partReason].includes(reason);

const isPlainFile = (path: string) =>
  findContentType(path) !== undefined && !isHiddenPath(path) && !isConfiguration(path);

/** Whether the file configures a generator of documentation, a package or its tools. */
const isConfiguration = (path: string) =>
  /^(?:package(?:-lock)?\.json|(?:tsconfig|jsconfig|docs|mint|lerna|turbo|renovate|vercel|netlify)[\w.-]{0,40}\.(?:json|toml)|(?:pnpm-lock|pnpm-workspace|mkdocs|_config|hugo|antora|\.readthedocs)\.ya?ml|(?:book|hugo|config|pyproject|netlify)\.toml|(?:_category_|_order)\.(?:json|ya?ml)|\.pages|\.nav\.ya?ml|\.mintignore|versions\.json|version-[\w.-]{1,40}-sidebars\.json|docmost-metadata\.json|(?:_meta(?:\.global)?|meta)\.(?:json|[cm]?[jt]sx?)|sidebars\.(?:(?:texts\.)?json|[cm]?[jt]s)|[\w.-]{1,40}\.config\.[cm]?[jt]s|requirements[\w.-]{0,40}\.txt|yarn\.lock)$/i.test(
    readName(path),
  );

/** Reasons why parts of a page could not be imported as written. */
const listWarnings = ({ matter, facts, withheld, warnings = [] }: SourcePage): string[] =>
  [
    ...(withheld?.reasons ?? []),
    ...warnings,
    matter.warning,
    facts.warning,
    ...describeProblems(facts.conditionProblems),
  ].filter((reason) => reason !== undefined);

interface ListedFiles {
  readonly files: ReadonlyMap<string, ImportedFile>;
  readonly skipped: readonly ImportNote[];
}

/** Lists the files of an import by path: entries other than pages, and those embedded in pages. Skips large ones. */
function listFiles({ sources, entries, limits = importLimits }: SourceContent): ListedFiles {
  const files = new Map<string, ImportedFile>();
  const skipped: ImportNote[] = [];
  for (const entry of entries) {
    const { path } = entry;
    if (isPagePath(path) || readName(path) === '.gitbook.yaml') continue;
    if (measureSize(entry) > limits.maxFileBytes) {
      skipped.push({ key: path, reason: `It is larger than ${limits.maxFileBytes} bytes` });
      continue;
    }
    const contentType = findContentType(path) ?? unknownMediaType;
    files.set(path, fileOf(entry, { key: path, name: readName(path), contentType }));
  }
  for (const file of [...sources.values()].flatMap((source) => source.files)) files.set(file.key, file);
  return { files, skipped };
}

function pickFiles(files: ReadonlyMap<string, ImportedFile>, isTaken: (path: string) => boolean) {
  const taken: ImportedFile[] = [];
  const unwanted: ImportNote[] = [];
  for (const [path, file] of files)
    if (isTaken(path)) taken.push(file);
    else
      unwanted.push({
        key: path,
        reason: isConfiguration(path)
          ? 'It configures the tool or the repository that the pages come from'
          : 'It is not a page, and no page refers to it',
      });
  return { taken, unwanted };
}
