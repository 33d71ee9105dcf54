import { XMLValidator } from 'fast-xml-parser';
import { counted } from '../../../../lib/counted.ts';
import type { ImportNote } from '../../import-tree.ts';
import { joinPath, readFolder, readName } from '../../unpack/source-path.ts';
import type { ArchiveEntry } from '../../unpack/zip.ts';

/** The parts of a Word document that can be read, those that cannot, and what the text lost with them. */
interface SoundParts {
  readonly entries: readonly ArchiveEntry[];
  readonly notes: readonly ImportNote[];
  readonly problems: readonly string[];
}

/** The parts beside the text that the converter parses. One that it cannot parse would cost the whole document. */
const parsedParts =
  /^(?:\[Content_Types\]\.xml|(?:.*\/)?_rels\/[^/]*\.rels|(?:.*\/)?(?:styles|numbering|footnotes|endnotes|comments)\d*\.xml)$/;

/** The parts that hold text. */
const textParts = /\/(?:document|footnotes|endnotes|comments)\d*\.xml$/;

/** Leaves out the parts that are no XML, and what refers to parts that are not there, so that they cost only themselves. */
export function soundParts(parts: readonly ArchiveEntry[], main: string): SoundParts {
  const [broken, sound] = [true, false].map((isBroken) =>
    parts.filter(({ path, body }) => isBroken === (path !== main && parsedParts.test(path) && !isXml(body))),
  );
  const problems: string[] = [];
  const entries = (sound ?? []).map(({ path, body }): ArchiveEntry => {
    if (path !== main && !textParts.test(`/${path}`)) return { path, body };
    const written = body.toString();
    const mended = withoutLostNotes(withoutLostRelations(written, path, sound ?? [], problems), sound ?? [], problems);
    return { path, body: mended === written ? body : Buffer.from(mended) };
  });
  return {
    entries,
    notes: (broken ?? []).map(({ path }) => ({ key: path, reason: 'It is not well-formed XML' })),
    problems,
  };
}

const isXml = (body: Buffer) => XMLValidator.validate(body.toString()) === true;

const relationNamespace =
  /\bxmlns:(\w{1,50})="http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/officeDocument(?:\/2006)?\/relationships"/;

/** Elements that show what a relation names, and what is lost without it. */
const related = /<\w+:(blip|imagedata|hyperlink|hlinkClick)\b[^<>]{0,2000}>/g;

/** Removes the attributes that name what the document does not have: a relation, or the file to which it leads. */
function withoutLostRelations(xml: string, path: string, parts: readonly ArchiveEntry[], problems: string[]): string {
  const prefix = relationNamespace.exec(xml)?.[1];
  if (prefix === undefined) return xml;
  const attribute = new RegExp(`[ \\t\\r\\n]${prefix}:(?:embed|link|id)="([^"]{0,200})"`, 'g');
  const known = knownRelations(path, parts);
  let [pictures, links] = [0, 0];
  const mended = xml.replaceAll(related, (element, name: string) =>
    element.replaceAll(attribute, (whole, id: string) => {
      if (known.has(id)) return whole;
      if (name === 'blip' || name === 'imagedata') pictures += 1;
      else links += 1;
      return '';
    }),
  );
  if (pictures > 0)
    problems.push(
      `${counted(pictures, 'picture is', 'pictures are')} left out: the document does not contain its file`,
    );
  if (links > 0)
    problems.push(`${counted(links, 'link leads', 'links lead')} nowhere: the document does not say where to`);
  return mended;
}

/** The ids of the relations of a part that lead to another site or to a part that is there. */
function knownRelations(path: string, parts: readonly ArchiveEntry[]): ReadonlySet<string> {
  const folder = readFolder(path);
  const xml = parts.find((part) => part.path === `${folder}_rels/${readName(path)}.rels`)?.body.toString() ?? '';
  const present = new Set(parts.map((part) => part.path));
  const found = [...xml.matchAll(/<(?:\w+:)?Relationship\b[^<>]{0,5000}>/g)].flatMap(([element]) => {
    const [id, target, mode] = ['Id', 'Target', 'TargetMode'].map(
      (name) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(element)?.[1],
    );
    if (id === undefined || target === undefined) return [];
    const inside = joinPath(target.startsWith('/') ? '' : folder, target);
    return mode === 'External' || (inside !== null && present.has(inside)) ? [id] : [];
  });
  return new Set(found);
}

/** Removes the references to footnotes and endnotes without a text. */
function withoutLostNotes(xml: string, parts: readonly ArchiveEntry[], problems: string[]): string {
  let lost = 0;
  const mended = (['footnote', 'endnote'] as const).reduce((text, kind) => {
    if (!text.includes(`${kind}Reference`)) return text;
    const known = new Set(
      parts
        .filter(({ path }) => new RegExp(`(?:^|/)${kind}s\\d*\\.xml$`).test(path))
        .flatMap(({ body }) => [...body.toString().matchAll(noteIds[kind])].map(([, id]) => id)),
    );
    return text.replaceAll(noteReferences[kind], (whole, id: string) => {
      if (known.has(id)) return whole;
      lost += 1;
      return '';
    });
  }, xml);
  if (lost > 0) problems.push(`${counted(lost, 'note is', 'notes are')} left out: the document does not have its text`);
  return mended;
}

const noteIds = {
  footnote: /<\w+:footnote\b[^<>]*?\bw:id="([^"]{1,50})"/g,
  endnote: /<\w+:endnote\b[^<>]*?\bw:id="([^"]{1,50})"/g,
};

const noteReferences = {
  footnote: /<\w+:footnoteReference\b[^<>]*?\bw:id="([^"]{1,50})"[^<>]*?\/>/g,
  endnote: /<\w+:endnoteReference\b[^<>]*?\bw:id="([^"]{1,50})"[^<>]*?\/>/g,
};
