import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import rehypeSanitize from 'rehype-sanitize';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { outcomeOf } from '../../lib/text-outcome.ts';
import { htmlSchema } from '../imports/formats/html/schema.ts';
import { parseHtmlFragment, type HtmlRoot } from '../markdown/html-tree.ts';
import { parseMarkdown } from '../markdown/parser.ts';
import { cut, isSimpleLine, replaceTags, simpleCode } from './letters.ts';

/** Maximum length of a description, in characters. */
const maxLength = 200_000;

const sanitizer = unified().use(rehypeSanitize, htmlSchema).freeze();

/**
 * Creates a function that converts Markdown to sanitized HTML. It remembers its results, because specifications repeat
 * their texts.
 */
export function markdownToHtml(): (markdown: string) => string {
  const known = new Map<string, string>();
  return (markdown) => {
    const text = markdown.trim();
    if (isSimpleLine(text)) return `<p>${text.replaceAll(simpleCode, '<code>$1</code>')}</p>`;
    const html = known.get(text) ?? convert(cut(text, maxLength));
    known.set(text, html);
    return html;
  };
}

function convert(markdown: string): string {
  const converted = outcomeOf(() => {
    const tree = parseMarkdown(markdown);
    let hasHtml = false;
    visit(tree, 'html', (node) => {
      hasHtml = true;
      const before = markdown.slice(0, node.position?.start.offset).slice(-2);
      node.value = replaceTags(node.value, before, {
        element: (tag) => tag,
        letters: (text) => text.replaceAll('<', '&lt;'),
      });
    });
    const hast = toHast(tree, { allowDangerousHtml: true }) as HtmlRoot;
    const parsed = hasHtml ? parseHtmlFragment(toHtml(hast, { allowDangerousHtml: true })) : hast;
    return toHtml(sanitizer.runSync(parsed) as HtmlRoot).trim();
  });
  return 'value' in converted ? converted.value : `<p>${escapeHtml(markdown)}</p>`;
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
