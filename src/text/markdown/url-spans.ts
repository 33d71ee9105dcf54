import type { Data, Processor } from 'unified';

/** A range of the source, as UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Extensions = NonNullable<Data['fromMarkdownExtensions']>;
type Extension = Exclude<Extensions[number], unknown[]>;
type Handle = NonNullable<NonNullable<Extension['exit']>[keyof NonNullable<Extension['exit']>]>;

const urlSpans = new WeakMap<object, Span>();

/** The range of the URL of a link, image or definition node in its source, which syntax trees do not contain. */
export const findUrlSpan = (node: object): Span | undefined => urlSpans.get(node);

/** Keeps the range of the URL of a node. */
export const setUrlSpan = (node: object, span: Span): void => void urlSpans.set(node, span);

/** Gives a copy of a node the range of the URL of the original, moved by a number of characters. */
export function copyUrlSpan(node: object, copy: object, by: number): void {
  const span = urlSpans.get(node);
  if (span) setUrlSpan(copy, { start: span.start + by, end: span.end + by });
}

/** Does what mdast-util-from-markdown 2.0 does at the end of a destination, and notes where it was. */
const exitDestination: Handle = function (token) {
  const url = this.resume();
  const node = this.stack.at(-1);
  if (!node || !('url' in node)) throw new Error(`A destination inside ${node?.type ?? 'nothing'}`);
  node.url = url;
  setUrlSpan(node, { start: token.start.offset, end: token.end.offset });
};

/** A plugin of unified: keeps the ranges of URLs. */
export function trackUrls(this: Processor): void {
  const data = this.data();
  const extensions: Extensions = (data.fromMarkdownExtensions ??= []);
  extensions.push({
    exit: {
      resourceDestinationString: exitDestination,
      definitionDestinationString: exitDestination,
    },
  });
}
