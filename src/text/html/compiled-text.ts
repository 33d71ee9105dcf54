import type { EmbedFrame } from './frames.ts';
import type { Safe } from '../../lib/html.ts';
import type { DocumentReference } from '../rich-text/content-reference.ts';
import type { Word, Words } from '../words/words.ts';

/**
 * The HTML of a text, with slots for what depends on the site that shows it, on its language and on its reader. JSON,
 * because workers return it, and because it is kept by the text alone.
 */
export interface CompiledText {
  readonly pieces: readonly (string | Slot)[];
  /** The distinct targets that slots name by their index. */
  readonly references: readonly TextReference[];
  /** Headings of the first two levels that the text has, in order; of three below a lone first one. */
  readonly outline: readonly OutlineEntry[];
  /** Every id in the pieces, so that included texts get others. */
  readonly ids: readonly string[];
  /** The first paragraph as plain text, for descriptions; at most 300 characters, '' for none. */
  readonly description: string;
  /** Id of the heading that is the title of the page and no part of the pieces. Links and searches may name it. */
  readonly titleId?: string;
  /** The only heading of the first level, with which the text begins, and how many of the pieces are its. */
  readonly opening?: { readonly id: string; readonly title: string; readonly pieces: number };
  /** Why the text is shown as its source, for people who can edit it. */
  readonly limit?: string;
}

/** An entry of the outline. `include` is the index of a reusable content whose headings stand there. */
export type OutlineEntry =
  | { readonly id: string; readonly depth: 1 | 2 | 3; readonly title: string }
  | { readonly include: number };

/**
 * A target that the site of the text resolves. URLs are those of embeds, whose title the server may know, and relative ones,
 * which lead to nothing in a space, but may do so in a folder of files. Blocks of OpenAPI are one target each.
 */
export type TextReference =
  | Exclude<DocumentReference, { readonly kind: 'openapi' } | { readonly kind: 'anchor' }>
  | { readonly kind: 'anchor'; readonly page: string; readonly anchor: string }
  | OpenApiReference;

/** What a block of OpenAPI shows: the specification by its slug or the URL of its source, and the names of its parts. */
export interface OpenApiReference {
  readonly kind: 'openapi';
  readonly part: 'operation' | 'webhook' | 'schemas';
  readonly spec: string;
  /** The method and the path or name of an operation or a webhook (`get /pets`); names of schemas. */
  readonly names: readonly string[];
}

/** What a reference leads to for this reader. */
export interface Target {
  /** Address of the page or file; '' for a user, a reusable content or a part of a specification. */
  readonly href: string;
  /** Title of a page, name of a file or user. */
  readonly title?: string;
  readonly description?: string;
  readonly emoji?: string;
  /** Name of an icon of Font Awesome. */
  readonly icon?: string;
  readonly contentType?: string;
  readonly sizeBytes?: number;
  /** Size of an image in pixels. */
  readonly width?: number;
  readonly height?: number;
  /**
   * What stands in the place of the reference: the text of a reusable content, compiled with `isIncluded`; parts of a
   * specification, by `compilePart`, in the order of their names without those that are missing.
   */
  readonly contents?: readonly IncludedText[];
}

/** A text within another one, with what its own references lead to. */
export interface IncludedText {
  readonly text: CompiledText;
  readonly targets: readonly (Target | null)[];
  /** Whether it shows what differs from an earlier text. */
  readonly isCompared?: boolean;
}

/** A place in the HTML that is filled for a reader. Numbers are indexes of references. */
export type Slot =
  /** What stands between `when` and `end` is left out without a target. */
  | { readonly kind: 'when'; readonly to: number }
  | { readonly kind: 'end'; readonly to: number }
  /** Start and end of a link, which are nothing without a target: the words in it stay. */
  | { readonly kind: 'open'; readonly to: number; readonly class?: string }
  | { readonly kind: 'close'; readonly to: number }
  /** A link with the title of its target. */
  | { readonly kind: 'mention'; readonly to: number }
  /** A card with the title of its target, or with `title` where the target is a URL that has none. */
  | { readonly kind: 'card'; readonly to: number; readonly title?: string }
  /** An embed: a card, or a box that shows a frame when its reader asks for it, where the site allows its host. */
  | { readonly kind: 'embed'; readonly to: number; readonly title: string; readonly frame: EmbedFrame | null }
  /** A form that sends requests of an operation to servers, where the site allows it. */
  | { readonly kind: 'trial'; readonly json: string; readonly origins: readonly string[] }
  | { readonly kind: 'file'; readonly to: number }
  | ({ readonly kind: 'image'; readonly to: ImageSource; readonly dark?: ImageSource } & ImageLook)
  | { readonly kind: 'user' | 'include'; readonly to: number }
  | { readonly kind: 'icon'; readonly name: string }
  | { readonly kind: 'word'; readonly word: Word; readonly values?: Readonly<Record<string, number>> }
  /** The attribute of links to other sites that says where they open. */
  | { readonly kind: 'window' }
  /** An id of an included text, which must differ from those of the page. */
  | { readonly kind: 'id'; readonly id: string };

/** A file, or the URL of an image of another host. */
export type ImageSource = number | string;

export interface ImageLook {
  readonly alt: string;
  readonly class?: string;
  /** Width and height in pixels that the author has set. */
  readonly width?: number;
  readonly height?: number;
  readonly isLazy?: boolean;
}

/** How slots are filled. */
export interface Filling {
  /** What `references[i]` leads to for this reader; null when it is hidden or broken. */
  readonly targets: readonly (Target | null)[];
  readonly words: Words;
  /** Language of numbers: `de`. */
  readonly locale: string;
  /** The `<svg aria-hidden="true">` of an icon of Font Awesome; null for an unknown name. */
  readonly findIcon?: (name: string) => Safe | null;
  /** Whether links to other sites open in a new window. */
  readonly opensNewWindows?: boolean;
  /** The color scheme of the page, whatever the browser prefers. */
  readonly scheme?: 'light' | 'dark' | null;
  /** Hosts of the frames that readers may ask for; none without scripts. */
  readonly frameHosts?: readonly string[];
  /** Whether readers may send requests of operations; false without scripts. */
  readonly allowsTrials?: boolean;
}

/** The HTML of a text for one reader. */
export interface FilledText {
  readonly html: Safe;
  /** The only heading of the first level, with which the text begins, and the HTML after it. */
  readonly opening: { readonly id: string; readonly title: string; readonly rest: Safe } | null;
  readonly outline: readonly { readonly id: string; readonly depth: 1 | 2 | 3; readonly title: string }[];
  /** Hosts of the frames for which the text has boxes. */
  readonly frameHosts: readonly string[];
  /** Origins of the servers that readers may send requests to. */
  readonly trialOrigins: readonly string[];
}
