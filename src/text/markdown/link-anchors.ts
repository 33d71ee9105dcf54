import { slug } from 'github-slugger';

/** Most anchors of one text that are stored. */
const maxAnchors = 2_000;

/**
 * The anchors that a link to a page with this text may name; null when they are not known from the text alone.
 * `known` are those of its headings and ids. Tabs, expandables and headings in HTML have anchors too, made from their titles.
 * Where these are the same as others, there may be a few more than the page has.
 */
export function linkAnchors(markdown: string, known: readonly string[]): string[] | null {
  if (dependsOnMore.test(markdown) || (known.length === 0 && hasHeading.test(markdown))) return null;
  const anchors = new Set(known);
  let headings = 0;
  for (const [, tab, summary, heading] of markdown.matchAll(titles)) {
    const title = tab ?? summary ?? heading ?? '';
    if (tab === undefined && entity.test(title)) return null;
    if (heading !== undefined) headings += 1;
    const made = slug(title.replaceAll(/<[^<>]{0,200}>|[*_`]/g, '').trim());
    let free = made;
    for (let count = 1; anchors.has(free) && count < maxAnchors; count += 1) free = `${made}-${count}`;
    anchors.add(free);
    if (anchors.size > maxAnchors) return null;
  }
  // The words of a heading over several lines are known to its parser alone.
  const isKnown = headings === [...markdown.matchAll(htmlHeading)].length;
  return isKnown && anchors.size <= maxAnchors ? [...anchors] : null;
}

/** What comes from other texts or from the reader. */
const dependsOnMore = /\{%[ \t]{0,9}(?:include|openapi|swagger|api)|\{\{|data-type="expression"/i;

/** A letter that HTML writes as a name, which only its parser knows. */
const entity = /&#?\w{1,31};/;

const htmlHeading = /<h[1-6]\b/gi;

/** A heading. A text with one and without anchors could not be parsed. */
const hasHeading = /^[ \t>]{0,40}#{1,6}[ \t]/m;

/**
 * Titles of tabs and expandables, and headings. The text between the tags of a title ends at the next title, so that time is linear.
 */
const titles =
  /\{%[ \t]{0,9}tab[ \t]{1,9}title="([^"\n]{0,500})"|<summary[^<>]{0,200}>([^\n<]{0,500}(?:<(?!\/?summary)[^\n<]{0,200}){0,20})<\/summary>|<h[1-6]\b[^<>]{0,200}>([^\n<]{0,500}(?:<(?!\/?h[1-6]\b)[^\n<]{0,200}){0,20})<\/h[1-6]>/gi;
