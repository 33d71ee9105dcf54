import remarkCjkFriendly from 'remark-cjk-friendly/parseOnly';
import remarkStrikethroughCjkFriendly from 'remark-cjk-friendly-gfm-strikethrough/parseOnly';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { componentTags, hasComponents, pairedComponents } from './component-tags.ts';
import { parseLimited } from './limited.ts';
import { quickLiteralLinks } from './literal-links.ts';
import { mdcTags } from './mdc-tags.ts';
import { nativeParser } from './native-parser.ts';
import { keepParts, parseParts, sharedLabels, type ParsePart } from './parse-parts.ts';
import { splitIntoParts } from './parts.ts';
import { trackUrls } from './url-spans.ts';

/** A Markdown syntax tree; every link, image and definition in it has an entry in `findUrlSpan`. */
export type MarkdownRoot = ReturnType<typeof processor.parse>;
export type MarkdownBlock = MarkdownRoot['children'][number];
/** The children of a paragraph. */
export type Phrasing = Extract<MarkdownBlock, { type: 'paragraph' }>['children'][number];

/** The position of a node in its source; undefined for nodes that were not parsed from it. */
export type Position = MarkdownRoot['position'];

/** Emphasis beside Chinese, Japanese and Korean is read as their authors expect. See ADR 50. */
export const bodyProcessor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkStrikethroughCjkFriendly)
  .use(quickLiteralLinks)
  .use(trackUrls)
  .use(function addConstructs() {
    (this.data().micromarkExtensions ??= []).push(mdcTags, sharedLabels);
  })
  .freeze();
const processor = bodyProcessor().use(remarkFrontmatter, ['yaml']).freeze();

/**
 * A parser of texts by a processor, which also reads tags of components. They may be open from one part to the next. `hasLineTags` says
 * whether the processor knows the tags of block syntaxes.
 */
export function createTextParser(known: typeof bodyProcessor, hasLineTags: boolean): ParsePart {
  const parsePart = keepParts(
    (part, definitions) => nativeParser.parse(part, { definitions, hasLineTags }) ?? known.parse(part),
  );
  return (text) => {
    if (!hasComponents(text)) return parseParts(text, splitIntoParts(text), parsePart);
    const withComponents = known().use(function addComponentTags() {
      (this.data().micromarkExtensions ??= []).push(componentTags(pairedComponents(text)));
    });
    return parseParts(text, [{ text, at: 0, line: 0 }], (whole) => withComponents.parse(whole));
  };
}

const parseText = createTextParser(processor, false);

/**
 * Parses CommonMark with GFM and YAML front matter. Throws TextProblem for a text that takes too long, RangeError for
 * nesting beyond the stack; `outcomeOf` catches both.
 */
export const parseMarkdown = (markdown: string, maxMs?: number): MarkdownRoot =>
  parseLimited(markdown, parseText, maxMs);
