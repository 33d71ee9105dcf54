import { XMLParser } from 'fast-xml-parser';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import type { ArchiveEntry } from '../zip.ts';

const mainPart = 'word/document.xml';

const Relationships = z.object({
  Relationships: z.object({
    Relationship: z.array(z.object({ Type: z.string(), Target: z.string() }).catch({ Type: '', Target: '' })),
  }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  isArray: (name) => name === 'Relationship',
});

/**
 * The path of the main part of a Word document, as its relationships name it, transitional or strict; null without one.
 * ECMA-376, part 2, section 6.5.
 */
export function mainPartOf(entries: readonly ArchiveEntry[]): string | null {
  const paths = new Set(entries.map(({ path }) => path));
  const relations = entries.find(({ path }) => path === '_rels/.rels')?.body.toString() ?? '';
  const named = targetsIn(relations).find((path) => paths.has(path));
  return named ?? (paths.has(mainPart) ? mainPart : null);
}

function targetsIn(xml: string): string[] {
  try {
    const found = Relationships.safeParse(parser.parse(xml)).data?.Relationships.Relationship ?? [];
    return found
      .filter(({ Type }) => Type.endsWith('/relationships/officeDocument'))
      .map(({ Target }) => Target.replace(/^\.?\//, ''));
  } catch {
    return [];
  }
}

/**
 * The entries with the main part as `word/document.xml` and what is beside it in `word`, where the converter looks for
 * pictures. Entries keep their old paths too, because relationships may name them from the root.
 */
export function withUsualPaths(entries: readonly ArchiveEntry[], main: string): readonly ArchiveEntry[] {
  if (main === mainPart) return entries;
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const name = main.slice(folder.length);
  const usual = (path: string) => {
    const inside = path.slice(folder.length);
    if (inside === name) return mainPart;
    return inside === `_rels/${name}.rels` ? 'word/_rels/document.xml.rels' : `word/${inside}`;
  };
  const moved = entries
    .filter(({ path }) => path.startsWith(folder) && path !== '_rels/.rels')
    .map(({ path, body }) => ({ path: usual(path), body }));
  const taken = new Set(moved.map(({ path }) => path));
  return [...moved, ...entries.filter(({ path }) => !taken.has(path) && path !== '_rels/.rels')];
}

/** A ZIP archive of entries, in memory. */
export async function zipOf(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, body } of entries) zip.addBuffer(body, path, { compress: false });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Pictures in formats that browsers do not show, such as those of Windows metafiles. */
export const unshownPictures = (entries: readonly ArchiveEntry[]): string[] =>
  entries.flatMap(({ path }) =>
    /(?:^|\/)media\/[^/]+\.(?:emf|wmf|emz|wmz|tiff?|bmp|pict|pct)$/i.test(path) ? [path] : [],
  );
