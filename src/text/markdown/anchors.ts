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

/**
 * An id after the words of a heading, as generators write it: `{#use}`, `{ #use }`, `{: #use .wide }`, and the comment of MDX
 * `{/* #use *\/}` or `{/*use*\/}`, whose asterisks a parser of Markdown may have taken for emphasis.
 */
const idAtEnd =
  /\{(?::?[ \t]{0,9}#([\p{L}\p{M}\p{N}_:.-]{1,100})(?:[ \t][^{}\n]{0,200})?|\/\*?[ \t]{0,9}#?([\p{L}\p{M}\p{N}_:.-]{1,100})[ \t]{0,9}\*?\/)\}\s*$/u;

/** Splits the text of a heading into its words and the id set by hand. */
export function splitHeadingId(text: string): { readonly title: string; readonly id?: string } {
  const found = idAtEnd.exec(text);
  const id = found?.[1] ?? found?.[2];
  return found && id !== undefined ? { title: text.slice(0, found.index).trimEnd(), id } : { title: text };
}

/**
 * The one rule for anchors: an id that the author set, otherwise the slug that GitHub makes of the words, with `-1`, `-2`
 * for repetitions.
 */
export function anchorMaker(): AnchorMaker {
  const slugger = new GithubSlugger();
  return (text, ownId) => {
    const { title, id } = splitHeadingId(text);
    const slug = slugger.slug(text);
    return { title, id: ownId || id || slug, slug };
  };
}
