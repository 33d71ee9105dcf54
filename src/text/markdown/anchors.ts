import GithubSlugger from 'github-slugger';

/** The anchor of a heading, and its title without the id that was set by hand. */
export interface HeadingAnchor {
  readonly title: string;
  /** The id set by hand, otherwise the slug. */
  readonly id: string;
  /** The slug that GitHub would give, unique in the document; links may use it beside `id`. */
  readonly slug: string;
}

/** Assigns anchors to the headings of one document, in order. */
export type AnchorMaker = (text: string, ownId?: string) => HeadingAnchor;

/** An id after the words of a heading: `## Usage {#use}`. */
const idAtEnd = /[ \t]*\{#([\w:.-]{1,100})\}[ \t]*$/;

/**
 * The one rule for anchors: an id that the author set, otherwise the slug that GitHub makes of the words, with `-1`, `-2`
 * for repetitions.
 */
export function anchorMaker(): AnchorMaker {
  const slugger = new GithubSlugger();
  return (text, ownId) => {
    const found = idAtEnd.exec(text);
    const slug = slugger.slug(text);
    return { title: found ? text.slice(0, found.index) : text, id: ownId || found?.[1] || slug, slug };
  };
}
