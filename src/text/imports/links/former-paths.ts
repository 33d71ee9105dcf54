import { readYamlTexts } from '../../markdown/yaml.ts';
import type { ExportedParts, ImportNote } from '../import-tree.ts';
import type { Locate } from './locator.ts';
import { readRecord } from '../tree/site-config.ts';
import { joinPath, relativePath } from '../unpack/source-path.ts';
import { decodeText } from '../unpack/text.ts';
import type { ArchiveEntry } from '../unpack/zip.ts';

interface RedirectOptions {
  /** The `.gitbook.yaml` of the archive. */
  readonly config: ArchiveEntry;
  readonly root: string;
  readonly locate: Locate;
  /** Archive paths of the imported pages. */
  readonly pages: ReadonlySet<string>;
}

/** Reads the `redirects` of `.gitbook.yaml`: former paths of pages, and notes on redirects without a page. */
export function readFormerPaths({ config, root, locate, pages }: RedirectOptions): {
  redirects: ExportedParts['redirects'];
  lost: ImportNote[];
} {
  const given = readRecord(readYamlTexts(decodeText({ body: config.body, name: config.path })));
  const declared = Object.entries(readRecord(given['redirects']));
  const lost: ImportNote[] = [];
  const redirects = declared.slice(0, maxRedirects).flatMap(([from, to]) => {
    const path = findPath(from);
    const location = typeof to === 'string' ? locate(`${root}SUMMARY.md`, to) : null;
    if (path !== null && location?.kind === 'inside' && pages.has(location.path))
      return [{ parent: '', slug: path, page: relativePath(root, location.path) }];
    const reason =
      location?.kind === 'outside'
        ? `The redirect of ${from} leads to another site, ${location.url}: set it up in the site that publishes the space`
        : `The redirect of ${from} has no page`;
    lost.push({ key: config.path, reason });
    return [];
  });
  if (declared.length > maxRedirects)
    lost.push({ key: config.path, reason: `It has more than ${maxRedirects} redirects; the others were left out` });
  return { redirects, lost };
}

/** Maximum number of redirects in one file. */
const maxRedirects = 10_000;

/** Normalizes a former path; null when it is empty, outside the site or too long for an index row. */
function findPath(from: string): string | null {
  const path = joinPath('', from.replace(/\.md$/i, '').replace(/\/$/, ''))?.normalize('NFC');
  return path === undefined || path === '' || Buffer.byteLength(path) > 1_000 ? null : path;
}
