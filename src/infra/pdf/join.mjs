import { readFileSync, writeFileSync } from 'node:fs';
import {
  ParseSpeeds,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFString,
} from '@pdfme/pdf-lib';

/** URL scheme of links within the document, as written by the template. */
const scheme = 'octavo:';

/** Vertical space shown above the destination of a link, in points. */
const above = 10;

/**
 * Joins the parts of a PDF. Replaces the URLs of links within the document, which have a scheme of their own, with
 * destinations, and creates bookmarks for the places with a level.
 *
 * @param {{ files: readonly string[], title: string, places: readonly import('./places.mjs').FoundPlace[], to: string }} input
 * @returns {Promise<number>} number of pages
 */
export async function joinParts({ files, title, places, to }) {
  const joined = await PDFDocument.create({ updateMetadata: false });
  for (const file of files) {
    // One at a time, so that only one part is in memory.
    const part = await PDFDocument.load(readFileSync(file), { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    for (const page of await joined.copyPages(part, part.getPageIndices())) joined.addPage(page);
  }
  const pages = joined.getPages();
  const byId = new Map(places.map((place) => [place.id, place]));
  /** @param {import('./places.mjs').FoundPlace} place */
  const destinationOf = ({ sheet, y }) => {
    const page = pages[sheet - 1];
    const top = page.getHeight() - Math.max(0, y - above);
    return joined.context.obj([page.ref, PDFName.of('XYZ'), PDFNull, PDFNumber.of(top), PDFNull]);
  };
  for (const page of pages)
    setLinks(page.node, (id) => {
      const place = byId.get(id) ?? byId.get(id.split('#')[0] ?? '');
      return place ? destinationOf(place) : null;
    });
  addBookmarks(joined, places, destinationOf);
  joined.setTitle(title);
  writeFileSync(to, await joined.save({ objectsPerTick: Infinity }));
  return pages.length;
}

/**
 * @param {import('@pdfme/pdf-lib').PDFPageLeaf} page
 * @param {(id: string) => import('@pdfme/pdf-lib').PDFArray | null} find
 */
function setLinks(page, find) {
  const notes = page.Annots();
  if (!notes) return;
  for (let index = notes.size() - 1; index >= 0; index -= 1) {
    const note = notes.lookup(index, PDFDict);
    const address = note.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI'));
    const url = address instanceof PDFString || address instanceof PDFHexString ? address.decodeText() : '';
    if (!url.startsWith(scheme)) continue;
    const destination = find(decode(url.slice(scheme.length)));
    if (destination === null) notes.remove(index);
    else {
      note.delete(PDFName.of('A'));
      note.set(PDFName.of('Dest'), destination);
    }
  }
}

/** @param {string} id */
function decode(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/**
 * @typedef {{ ref: import('@pdfme/pdf-lib').PDFRef, dict: PDFDict, level: number, children: Bookmark[] }} Bookmark
 */

/**
 * @param {PDFDocument} joined
 * @param {readonly import('./places.mjs').FoundPlace[]} places
 * @param {(place: import('./places.mjs').FoundPlace) => import('@pdfme/pdf-lib').PDFArray} destinationOf
 */
function addBookmarks({ context, catalog }, places, destinationOf) {
  /** @param {number} level @returns {Bookmark} */
  const create = (level) => {
    const dict = context.obj({});
    return { ref: context.register(dict), dict, level, children: [] };
  };
  const root = create(0);
  const open = [root];
  for (const place of places) {
    const { level, title } = place;
    if (level === null || title.trim() === '') continue;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const bookmark = create(level);
    bookmark.dict.set(PDFName.of('Title'), PDFHexString.fromText(title));
    bookmark.dict.set(PDFName.of('Dest'), destinationOf(place));
    open.at(-1)?.children.push(bookmark);
    open.push(bookmark);
  }
  connect(root);
  if (root.children.length > 0) catalog.set(PDFName.of('Outlines'), root.ref);
}

/** @param {Bookmark} bookmark */
function connect({ ref, dict, level, children }) {
  const [first, last] = [children[0], children.at(-1)];
  if (!first || !last) return;
  dict.set(PDFName.of('First'), first.ref);
  dict.set(PDFName.of('Last'), last.ref);
  // A negative count marks a closed bookmark.
  dict.set(PDFName.of('Count'), PDFNumber.of(level === 0 ? children.length : -children.length));
  for (const [index, child] of children.entries()) {
    const [before, after] = [children[index - 1], children[index + 1]];
    child.dict.set(PDFName.of('Parent'), ref);
    if (before) child.dict.set(PDFName.of('Prev'), before.ref);
    if (after) child.dict.set(PDFName.of('Next'), after.ref);
    connect(child);
  }
}
