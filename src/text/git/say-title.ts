import { cleanText } from '../markdown/clean-text.ts';
import { maxTitleLength, readFrontMatter, splitFrontMatter } from '../markdown/front-matter.ts';
import { readMarkdownFacts } from '../markdown/markdown-facts.ts';
import { editMatter } from './edit-matter.ts';
import type { PageToWrite } from './page-to-write.ts';

/**
 * Writes the title of a page into its front matter, unless its text or what is said elsewhere gives it the title already. Headings are
 * part of the text and stay.
 */
export function sayTitle({ entry, state, formerMarkdown, from, file, said }: PageToWrite, text: string): string {
  const { title } = entry;
  const isSameText = state !== undefined && state.documentId === entry.documentId;
  if (state?.title === title && isSameText && (from === file || said.isListed)) return text;
  const own = readFrontMatter(text);
  if (own.title !== undefined) return own.title === title ? text : editMatter(text, new Map([['title', title]]));
  const heading = headingOf(text);
  // What gave the title before still does.
  if (state?.title === title && formerMarkdown !== undefined && headingOf(formerMarkdown) === heading && from === file)
    return text;
  const isSaid = heading === '' ? said.isListed || said.byPath === title : heading === title;
  if (isSaid) return text;
  return editMatter(text, new Map([['title', title]]));
}

/** The heading that gives a page its title; empty without one. */
function headingOf(markdown: string): string {
  const { heading, htmlHeading } = readMarkdownFacts(splitFrontMatter(markdown).body);
  return cleanText(heading ?? htmlHeading ?? '', maxTitleLength);
}
