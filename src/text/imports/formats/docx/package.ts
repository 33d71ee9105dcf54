import { XMLParser } from 'fast-xml-parser';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import type { ArchiveEntry } from '../../unpack/zip.ts';

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
 * Finds the path of the main part of a Word document from its relationships, transitional or strict (ECMA-376, part 2,
 * section 6.5); null when there is none.
 */
export function findMainPart(entries: readonly ArchiveEntry[]): string | null {
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
 * Adds the main part as `word/document.xml`, and the parts beside it in `word`, where the converter expects pictures.
 * The old paths remain, because relationships may refer to them from the root.
 */
export function addStandardPaths(entries: readonly ArchiveEntry[], main: string): readonly ArchiveEntry[] {
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

/** Creates a ZIP archive of entries in memory. */
export async function zipOf(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, body } of entries) zip.addBuffer(body, path, { compress: false });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Lists pictures in formats that browsers cannot show, such as Windows metafiles. */
export const listUnsupportedPictures = (entries: readonly ArchiveEntry[]): string[] =>
  entries.flatMap(({ path }) =>
    /(?:^|\/)media\/[^/]+\.(?:emf|wmf|emz|wmz|tiff?|bmp|pict|pct)$/i.test(path) ? [path] : [],
  );
