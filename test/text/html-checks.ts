import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { compileText, type CompileOptions } from '../../src/text/html/compile-text.ts';
import type { CompiledText, FilledText, Filling, Target, TextReference } from '../../src/text/html/compiled-text.ts';
import { fillSlots } from '../../src/text/html/fill-slots.ts';
import { compilePart } from '../../src/text/html/openapi/compile-part.ts';
import { englishWords } from '../../src/text/words/words.ts';
import { listPetParts } from './html-operation.ts';

/** A title with everything that HTML gives a meaning. */
const hostileTitle = `<b onclick="alert(1)">&amp;'"</b>`;

/** What references lead to when all of them are shown. */
function targetFor(reference: TextReference): Target | null {
  switch (reference.kind) {
    case 'page':
      return { href: `/docs/${reference.page}`, title: hostileTitle, description: hostileTitle, emoji: '📄' };
    case 'anchor':
      return { href: `/docs/${reference.page}#${reference.anchor}`, title: hostileTitle, icon: 'gear' };
    case 'file':
      return { href: `/~/files/${reference.file}`, title: 'a.png', sizeBytes: 1_234_567, width: 800, height: 400 };
    case 'url':
      return { href: reference.url, title: hostileTitle };
    case 'user':
      return { href: '', title: hostileTitle };
    case 'reusable-content':
      return { href: '', contents: [withTargets(compileText(includedText, { isIncluded: true }))] };
    case 'openapi':
      return { href: '', contents: listPetParts(reference.part).map((part) => withTargets(compilePart(part))) };
  }
}

const withTargets = (text: CompiledText) => ({ text, targets: text.references.map(targetFor) });

/** A reusable content with the ids of most pages. */
const includedText = `# One\n\n## Two {#two}\n\nA word[^1] and [a link](#two)\n\n{% tabs %}\n{% tab title="One" %}\na\n{% endtab %}\n{% endtabs %}\n\n[^1]: A note`;

/** Fills a text with all targets, or with none. */
export function fill(compiled: CompiledText, isShown = true, more: Partial<Filling> = {}): FilledText {
  const targets = compiled.references.map((reference) => (isShown ? targetFor(reference) : null));
  return fillSlots(compiled, { targets, words: englishWords, locale: 'en', ...more });
}

/** The HTML of a text with all of its targets. */
export const htmlOf = (markdown: string, options: CompileOptions = {}): string =>
  fill(compileText(markdown, options)).html.html;

const empty: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'source']);
const token = /<(\/?)([a-z][a-z\d]*)((?: [a-z][a-z-]*(?:="[^"<>]*")?)*)>|[^<>]+/y;
const schemes = /^(?:https?|mailto|tel):/i;

/**
 * Returns what is wrong with HTML: tags that a strict parser would not accept, a tree that browsers would change, and
 * anything that could run a script.
 */
export function problemsOfHtml(html: string): string[] {
  const problems: string[] = [];
  const written = readStrictly(html, problems);
  if (problems.length > 0) return problems;
  const parsed = unified().use(rehypeParse, { fragment: true, emitParseErrors: true }).parse(html);
  const ids = new Set<string>();
  const tree: string[] = [];
  visit(parsed, (node, _index, parent) => {
    if (node.type === 'text' && node.value !== '') tree.push(`${nameOf(parent)}:${node.value}`);
    if (node.type !== 'element') return;
    tree.push(`${nameOf(parent)}>${node.tagName}`);
    problems.push(...problemsOfElement(node.tagName, node.properties));
    const id = node.properties['id'];
    if (typeof id === 'string' && ids.has(id)) problems.push(`two elements have the id ${id}`);
    if (typeof id === 'string') ids.add(id);
  });
  const at = written.findIndex((line, index) => line !== tree[index]);
  if (at !== -1 || tree.length !== written.length)
    problems.push(`browsers read ${tree[at]} where ${written[at]} is written`);
  return problems;
}

const nameOf = (node: unknown) => (node as { tagName?: string } | undefined)?.tagName ?? '';

/** Reads HTML as if it were XML: each tag is closed in its place. */
function readStrictly(html: string, problems: string[]): string[] {
  const open: string[] = [];
  const tree: string[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(html); match; match = token.exec(html)) {
    const [text, slash = '', name] = match;
    const parent = open.at(-1) ?? '';
    if (name === undefined) tree.push(`${parent}:${decode(text)}`);
    else if (slash === '') {
      tree.push(`${parent}>${name}`);
      if (!empty.has(name)) open.push(name);
    } else if (open.pop() !== name) problems.push(`${text} closes ${parent}`);
    if (match.index + text.length === html.length) return open.length === 0 ? tree : (problems.push('is open'), tree);
  }
  if (html !== '') problems.push('has a character that is no part of a tag');
  return tree;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

const decode = (text: string) =>
  text
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/g, (_whole, decimal, hex, name) =>
      name === undefined ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)) : named[name]!,
    )
    .replaceAll(/\r\n?/g, '\n');

function problemsOfElement(tagName: string, properties: Readonly<Record<string, unknown>>): string[] {
  const problems = ['script', 'style', 'iframe', 'object', 'embed', 'base', 'form'].includes(tagName)
    ? [`has the element ${tagName}`]
    : [];
  for (const [name, value] of Object.entries(properties)) {
    if (/^on/i.test(name) || name === 'style' || name === 'srcDoc') problems.push(`${tagName} has ${name}`);
    if (!['href', 'src', 'srcSet', 'action', 'formAction', 'xLinkHref'].includes(name)) continue;
    const url = String(value).trim();
    if (/^[^/?#]*:/.test(url) && !schemes.test(url)) problems.push(`${tagName} has ${name} ${url}`);
  }
  return problems;
}
