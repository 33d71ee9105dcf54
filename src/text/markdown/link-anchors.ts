import { slug } from 'github-slugger';

/** Most anchors of one text that are stored. */
const maxAnchors = 2_000;

/**
 * The anchors that a link to a page with this text may name; null when they are not known from the text alone.
 * `known` are those of its headings and ids. Tabs, expandables and headings in HTML have anchors too, made from their titles.
 * Where these are the same as others, there may be a few more than the page has.
 */
export function linkAnchors(whole: string, storedAnchors: readonly string[]): string[] | null {
  const markdown = withoutFences(whole);
  if (dependsOnMore.test(markdown) || (storedAnchors.length === 0 && hasHeading.test(markdown))) return null;
  const anchors = new Set(storedAnchors);
  let headings = 0;
  for (const [, tab, summary, heading] of markdown.matchAll(titles)) {
    const title = tab ?? summary ?? heading ?? '';
    if (tab === undefined && (entity.test(title) || title.includes(']('))) return null;
    if (heading !== undefined) headings += 1;
    const anchor = slug(title.replaceAll(/<[^<>]{0,200}>|[*_`]/g, '').trim());
    let free = anchor;
    for (let count = 1; anchors.has(free) && count < maxAnchors; count += 1) free = `${anchor}-${count}`;
    anchors.add(free);
    if (anchors.size > maxAnchors) return null;
  }
  // The words of a heading over several lines are known to its parser alone.
  const isKnown = headings === [...markdown.matchAll(htmlHeading)].length;
  return isKnown && anchors.size <= maxAnchors ? [...anchors] : null;
}

/** A text without the lines of its fenced code, which make no anchors. */
function withoutFences(markdown: string): string {
  let fence: string | null = null;
  const lines = markdown.split('\n').filter((line) => {
    const [, mark = ''] = /^[ \t>]{0,40}(`{3,}|~{3,})/.exec(line) ?? [];
    const isInside: boolean = fence !== null;
    if (fence === null) fence = mark === '' ? null : mark;
    else if (mark.startsWith(fence) && /^[ \t>]*[`~]+\s*$/.test(line)) fence = null;
    return !isInside;
  });
  return lines.join('\n');
}

/** What comes from other texts, and titles with values that depend on the reader. Values elsewhere, as in code, make no anchor. */
const dependsOnMore =
  /\{%[ \t]{0,9}(?:include|openapi|swagger|api)|(?:^[ \t>*+\d.-]{0,40}#{1,6}[ \t]|<(?:summary|h[1-6])\b|title=")[^\n]{0,500}(?:\{\{|data-type="expression")|(?:\{\{|data-type="expression")[^\n]{0,500}\n[ \t>]{0,40}(?:=+|-+)[ \t]{0,40}$/im;

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
