import { lowlight, type HighlightNode } from '../lowlight.ts';
import { html, joinHtml, noHtml, type Safe } from '../../lib/html.ts';
import { blocksIn, inlinesIn } from '../rich-text/block-words.ts';
import { change, type WithChange } from '../rich-text/change.ts';
import { inlineText, stringOf, type Block } from '../rich-text/document.ts';
import { withChange } from './changes.ts';
import { copiedAttributes } from './copied.ts';
import { wordHtml, type HtmlContext } from './html-context.ts';

/** Maximum length of a block that is highlighted, in characters. */
const maxBlockCharacters = 20_000;

interface Code {
  readonly value: string;
  readonly syntax: string;
  readonly title?: string;
  readonly isWrapped?: boolean;
  readonly hasNumbers?: boolean;
  readonly isWide?: boolean;
  /** Whether only the first lines are shown until the reader asks for all. */
  readonly isExpandable?: boolean;
  /** Indexes of highlighted lines. */
  readonly marked?: ReadonlySet<number>;
  /** Lines that only one of two compared texts has, by their indexes. */
  readonly changes?: ReadonlyMap<number, WithChange>;
}

/**
 * Writes a block of code: `figure.code`, with `figcaption` for its title, and `pre` with the classes `wrap` and `numbers`. Its
 * words have the classes of highlight.js. Lines with numbers or marks are elements `.line`. Code of many lines that is expandable
 * stands in `details.all-lines`.
 */
export function writeCodeBlock(context: HtmlContext, node: Block): Safe {
  const lines = blocksIn(node);
  const changes = new Map(lines.flatMap((line, at) => (line[change] ? [[at, line]] : [])));
  return writeCode(context, {
    value: lines.map((line) => inlineText(inlinesIn(line))).join('\n'),
    syntax: stringOf(node.data['syntax']),
    title: stringOf(node.data['title']),
    isWrapped: node.data['overflow'] === 'wrap',
    hasNumbers: node.data['lineNumbers'] === true && changes.size === 0,
    isWide: node.data['fullWidth'] === true,
    isExpandable: node.data['expandable'] === true,
    marked: new Set(lines.flatMap(({ data }, at) => (data['highlighted'] === true ? [at] : []))),
    changes,
  });
}

/** Writes code, highlighted if its language is known and it is short enough. The language is never guessed. */
export function writeCode(context: HtmlContext, code: Code): Safe {
  const { title = '', isWrapped = false, hasNumbers = false, marked = new Set(), changes } = code;
  const lines = highlightedLines(context, code).map((line, at) => withChange(context, changes?.get(at) ?? {}, line));
  const isLined = hasNumbers || marked.size > 0;
  const content = isLined ? joinHtml(lines.map((line, at) => lineHtml(line, marked.has(at)))) : joinHtml(lines, '\n');
  const classes = [isWrapped && 'wrap', hasNumbers && 'numbers'].filter((name) => name !== false).join(' ');
  const label = title === '' ? (diagrams.get(code.syntax.toLowerCase()) ?? '') : title;
  const caption = label === '' ? noHtml : html`<figcaption>${label}</figcaption>`;
  const look = classes === '' ? noHtml : html` class="${classes}"`;
  const pre = html`<pre${look} tabindex="0" dir="ltr"><code>${content}</code></pre>`;
  const isLong = code.isExpandable === true && lines.length > maxShownLines;
  const count = wordHtml(context, 'allLines', { count: lines.length });
  const body = isLong ? html`<details class="all-lines"><summary>${count}</summary>${pre}</details>` : pre;
  const kinds = ['code', isDrawn(code) && 'diagram', code.isWide === true && 'wide'].filter((name) => name !== false);
  return html`<figure class="${kinds.join(' ')}"${copiedAttributes(context, code)}>${caption}${body}</figure>`;
}

/** How a figure begins whose diagram the reader draws from its source. */
export const diagramFigure = '<figure class="code diagram';

/** A diagram that is compared with an earlier one is shown as its source, where the differences are. */
const isDrawn = ({ syntax, changes }: Code): boolean =>
  syntax.toLowerCase() === 'mermaid' && (changes === undefined || changes.size === 0);

/** Lines of expandable code that are always shown; see `.all-lines`. */
const maxShownLines = 10;

/** Languages of diagrams, which are shown as their source, with a name that says what it is. */
const diagrams: ReadonlyMap<string, string> = new Map([
  ['mermaid', 'Mermaid'],
  ['plantuml', 'PlantUML'],
  ['puml', 'PlantUML'],
  ['dot', 'Graphviz'],
  ['graphviz', 'Graphviz'],
  ['d2', 'D2'],
]);

const lineHtml = (line: Safe, isMarked: boolean): Safe =>
  isMarked ? html`<mark class="line">${line}\n</mark>` : html`<span class="line">${line}\n</span>`;

function highlightedLines(context: HtmlContext, { value, syntax }: Code): Safe[] {
  const isHighlighted =
    value.length <= maxBlockCharacters && value.length <= context.codeCharacters && lowlight.registered(syntax);
  if (!isHighlighted) return value.split('\n').map((line) => html`${line}`);
  context.codeCharacters -= value.length;
  const lines: Safe[][] = [[]];
  addParts(lines, lowlight.highlight(syntax, value).children, '');
  return lines.map((parts) => joinHtml(parts));
}

/** Words that look like the text around them, and are two of three in JSON. */
const plain: ReadonlySet<string> = new Set(['hljs-punctuation', 'hljs-params', 'hljs-subst']);

/** Adds highlighted parts to the last line. A part that has several lines is divided. */
function addParts(lines: Safe[][], nodes: readonly HighlightNode[], classes: string): void {
  for (const node of nodes) {
    if (node.type === 'element') {
      const { className } = node.properties;
      const own = Array.isArray(className) ? className.join(' ') : classes;
      addParts(lines, node.children as HighlightNode[], plain.has(own) ? '' : own);
    } else if (node.type === 'text') {
      for (const [at, part] of node.value.split('\n').entries()) {
        if (at > 0) lines.push([]);
        if (part === '') continue;
        lines.at(-1)?.push(classes === '' ? html`${part}` : html`<span class="${classes}">${part}</span>`);
      }
    }
  }
}
