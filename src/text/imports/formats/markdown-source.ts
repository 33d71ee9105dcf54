import { describeConverted, keptAsWritten } from './constructs/construct.ts';
import { findCode } from '../../markdown/find-code.ts';
import type { MarkCode } from './constructs/code-marks.ts';
import type { ConvertPage } from './constructs/tools.ts';
import { withHomePage } from './home-page.ts';
import { describeMissing, type ResolveIncludes } from './file-includes.ts';
import { withYamlFrontMatter } from './front-matter-formats.ts';
import { describePlaces, lineFinder, type Place, type TextWithLines } from './lines.ts';
import { describeModules, withoutModules } from './mdx-modules.ts';
import { readMarkdownPage, type MarkdownPageOptions, type SourcePage } from './source-page.ts';
import { joinWithheld, readWithheldHtml, readWithheldLines, type Withheld } from './withheld.ts';

/** How the source of a page is read. */
export interface MarkdownSourceOptions extends Pick<MarkdownPageOptions, 'isFound'> {
  /** Replaces includes of files. */
  readonly include?: ResolveIncludes | undefined;
  /** Converts what tools write beside Markdown. */
  readonly convert?: ConvertPage | undefined;
  /** Carries over the marks in its code. */
  readonly markCode?: MarkCode | undefined;
}

/**
 * Reads a page as its tool writes it: front matter becomes YAML, modules of MDX become comments, what tools write beside Markdown is
 * converted, and includes are filled in. Warnings name the lines of the source.
 */
export function readMarkdownSource(
  path: string,
  text: string,
  { isFound, include, convert, markCode }: MarkdownSourceOptions = {},
): SourcePage {
  const { markdown: fronted, shift, warning } = withYamlFrontMatter(text);
  const modules = withoutModules(fronted, (file) => include?.valuesOf(path, file) ?? {});
  const whole = withHomePage(modules.markdown);
  const converted = convert?.(path, whole) ?? { ...whole, notes: [] };
  const { missing, unfilled, ...filled } = include?.(path, converted.markdown) ?? {
    markdown: converted.markdown,
    missing: [],
    unfilled: [],
  };
  const convertedLine = (line = shift) => converted.lines?.[line - 1] ?? line;
  const written = (places: readonly Place[]) =>
    places.map(({ text: name, line }) => ({ text: name, line: convertedLine(line) - shift }));
  const lines = filled.lines?.map(convertedLine) ?? converted.lines;
  const unmarked = { markdown: filled.markdown, ...(lines && { lines }) };
  const marked = markCode?.(path, unmarked) ?? { ...unmarked, notes: [] };
  const lineAt = sourceLine(marked, shift);
  const page = readMarkdownPage(path, marked.markdown, { isFound, lineAt });
  const warnings = [
    warning,
    describeModules(modules.lines.map((line) => line - shift)),
    ...describeConverted(converted, shift),
    ...describeConverted(marked, shift),
    unfilled.length === 0 ? null : `${keptAsWritten('Expression')}: ${describePlaces(written(unfilled))}`,
    describeMissing(written(missing)),
  ].filter((reason) => reason !== undefined && reason !== null);
  const withheld = [warning === undefined ? page.withheld : readWithheldLines(text), readWithheldHead(whole.markdown)];
  return {
    ...page,
    withheld: joinWithheld(withheld),
    warnings: [...warnings, ...(page.warnings ?? [])],
  };
}

/** What the `<head>` that MDX adds to a page says. */
function readWithheldHead(markdown: string): Withheld | undefined {
  const head = /^<(head)>[^]{0,5000}?<\/\1>/im.exec(markdown);
  return head === null || findCode(markdown)(head.index) ? undefined : readWithheldHtml(head[0]);
}

function sourceLine({ markdown, lines }: TextWithLines, shift: number): (offset: number) => number {
  const lineAt = lineFinder(markdown);
  return (offset) => {
    const line = lineAt(offset);
    return (lines?.[line - 1] ?? line) - shift;
  };
}
