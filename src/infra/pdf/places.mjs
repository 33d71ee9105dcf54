import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An entry, heading or anchor that can be the target of a link. Those with a level become bookmarks.
 *
 * @typedef {{ id: string, level: number | null, title: string }} Place
 * @typedef {Place & { sheet: number, y: number }} FoundPlace
 */

/**
 * Reads the places of the parts in a folder.
 *
 * @param {string} folder
 * @param {number} parts
 * @returns {FoundPlace[]}
 */
export const readPlaces = (folder, parts) =>
  Array.from({ length: parts }, (_none, part) => readFileSync(join(folder, `part-${part}.json`), 'utf8')).flatMap(
    (json) => JSON.parse(json),
  );

/**
 * Lists the places of a part, in the order of its text.
 *
 * @param {readonly import('../../text/pdf/document.ts').PrintEntry[]} entries
 * @returns {Place[]}
 */
export function listPlaces(entries) {
  /** @type {Place[]} */
  const places = [];
  for (const { id, level, title, emoji, continues, blocks } of entries) {
    if (!continues) places.push({ id, level, title: emoji === '' ? title : `${emoji} ${title}` });
    collect(blocks, level, places);
  }
  return places;
}

/**
 * @param {any} value of a block, or blocks
 * @param {number} level that of the page
 * @param {Place[]} places
 */
function collect(value, level, places) {
  if (Array.isArray(value)) for (const one of value) collect(one, level, places);
  else if (value !== null && typeof value === 'object') {
    const { k, id } = value;
    if (k === 'anchor') places.push({ id, level: null, title: '' });
    if (k === 'heading' && id !== null) places.push({ id, level: level + value.size, title: wordsOf(value.c) });
    for (const inner of Object.values(value)) if (typeof inner === 'object') collect(inner, level, places);
  }
}

/** @param {readonly any[]} inlines @returns {string} */
const wordsOf = (inlines) =>
  inlines
    .map((one) => (one.k === 'break' ? ' ' : (one.v ?? (one.c ? wordsOf(one.c) : (one.alt ?? '')))))
    .join('')
    .replaceAll('\u200b', '');
