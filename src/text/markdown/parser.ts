import remarkCjkFriendly from 'remark-cjk-friendly/parseOnly';
import remarkStrikethroughCjkFriendly from 'remark-cjk-friendly-gfm-strikethrough/parseOnly';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Data, type Processor, unified } from 'unified';
import { componentTags, hasComponents, pairedComponents } from './component-tags.ts';
import { parseLimited } from './limited.ts';
import { mdcTags } from './mdc-tags.ts';

/** A Markdown syntax tree; every link, image and definition in it has an entry in `findUrlSpan`. */
export type MarkdownRoot = ReturnType<typeof processor.parse>;
export type MarkdownBlock = MarkdownRoot['children'][number];
/** The children of a paragraph. */
export type Phrasing = Extract<MarkdownBlock, { type: 'paragraph' }>['children'][number];

/** The position of a node in its source; undefined for nodes that were not parsed from it. */
export type Position = MarkdownRoot['position'];

/** A range of the source, as UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses CommonMark with GFM and YAML front matter. Throws TextProblem for a text that takes too long, RangeError for
 * nesting beyond the stack; `outcomeOf` catches both.
 */
export const parseMarkdown = (markdown: string, maxMs?: number): MarkdownRoot =>
  parseLimited(markdown, (text) => parserOf(processor, text).parse(text), maxMs);

/** The range of the URL of a link, image or definition node in its source, which syntax trees do not contain. */
export const findUrlSpan = (node: object): Span | undefined => urlSpans.get(node);

type Extensions = NonNullable<Data['fromMarkdownExtensions']>;
type Extension = Exclude<Extensions[number], unknown[]>;
type Handle = NonNullable<NonNullable<Extension['exit']>[keyof NonNullable<Extension['exit']>]>;

const urlSpans = new WeakMap<object, Span>();

/** Does what mdast-util-from-markdown 2.0 does at the end of a destination, and notes where it was. */
const exitDestination: Handle = function (token) {
  const url = this.resume();
  const node = this.stack.at(-1);
  if (!node || !('url' in node)) throw new Error(`A destination inside ${node?.type ?? 'nothing'}`);
  node.url = url;
  urlSpans.set(node, { start: token.start.offset, end: token.end.offset });
};

function trackUrls(this: Processor): void {
  const data = this.data();
  const extensions: Extensions = (data.fromMarkdownExtensions ??= []);
  extensions.push({
    exit: {
      resourceDestinationString: exitDestination,
      definitionDestinationString: exitDestination,
    },
  });
}

/** A processor that reads the tags of components in a text as well. */
export function parserOf(known: typeof bodyProcessor, text: string): typeof bodyProcessor {
  if (!hasComponents(text)) return known;
  return known()
    .use(function addComponentTags() {
      (this.data().micromarkExtensions ??= []).push(componentTags(pairedComponents(text)));
    })
    .freeze();
}

/** Emphasis beside Chinese, Japanese and Korean is read as their authors expect. See ADR 50. */
export const bodyProcessor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkStrikethroughCjkFriendly)
  .use(trackUrls)
  .use(function addMdcTags() {
    (this.data().micromarkExtensions ??= []).push(mdcTags);
  })
  .freeze();
const processor = bodyProcessor().use(remarkFrontmatter, ['yaml']).freeze();
