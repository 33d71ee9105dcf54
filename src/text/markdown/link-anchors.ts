import { slug } from 'github-slugger';

/** Most anchors of one text that are stored. */
const maxAnchors = 2_000;

/**
 * The anchors that a link to a page with this text may name; null when they are not known from the text alone.
 * `known` are those of its headings and ids. Tabs and expandables have anchors too, made from their titles.
 */
export function linkAnchors(markdown: string, known: readonly string[]): string[] | null {
  if (dependsOnMore.test(markdown) || (known.length === 0 && hasHeading.test(markdown))) return null;
  const anchors = new Set(known);
  for (const [, tab, summary] of markdown.matchAll(titles)) {
    const made = slug((tab ?? summary ?? '').replaceAll(/<[^<>]{0,200}>|[*_`]/g, '').trim());
    let free = made;
    for (let count = 1; anchors.has(free) && count < maxAnchors; count += 1) free = `${made}-${count}`;
    anchors.add(free);
    if (anchors.size > maxAnchors) return null;
  }
  return anchors.size > maxAnchors ? null : [...anchors];
}

/** What comes from other texts or from the reader, and headings in HTML, whose anchors are made while they are read. */
const dependsOnMore = /\{%[ \t]{0,9}(?:include|openapi|swagger|api)|\{\{|data-type="expression"|<h[1-6]\b/i;

/** A heading. A text with one and without anchors could not be parsed. */
const hasHeading = /^[ \t>]{0,40}#{1,6}[ \t]/m;

/**
 * Titles of tabs and expandables. The text between the tags of a title ends at the next title, so that time is linear.
 */
const titles =
  /\{%[ \t]{0,9}tab[ \t]{1,9}title="([^"\n]{0,500})"|<summary[^<>]{0,200}>([^\n<]{0,500}(?:<(?!\/?summary)[^\n<]{0,200}){0,20})<\/summary>/gi;
