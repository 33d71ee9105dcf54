import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Data, type Processor, unified } from 'unified';

/** A Markdown syntax tree; every link, image and definition in it has an entry in `urlSpanOf`. */
export type MarkdownRoot = ReturnType<typeof processor.parse>;

/** Where something stands in its source: UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Parses CommonMark with GFM and YAML front matter; throws RangeError for nesting beyond the stack. */
export const parseMarkdown = (markdown: string): MarkdownRoot => processor.parse(markdown);

/** Where the URL of a link, image or definition node stands in its source; syntax trees alone do not say. */
export const urlSpanOf = (node: object): Span | undefined => urlSpans.get(node);

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

const processor = unified().use(remarkParse).use(remarkFrontmatter, ['yaml']).use(remarkGfm).use(trackUrls).freeze();
