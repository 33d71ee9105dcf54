import { abbreviation } from './abbreviation.ts';
import { asComment, type Construct } from './construct.ts';
import { attributeList, sizedPicture } from './attribute-lists.ts';
import { definitionList } from './definition-list.ts';
import { inlineFormula, writeFormula } from './inline-formula.ts';
import { tabsBelowEachOther } from './pymdown-tabs.ts';

const tool = 'MkDocs' as const;

const marked = (name: string, pattern: RegExp, tag: string, example: Construct['example']): Construct => ({
  tool,
  name,
  outcome: 'carried',
  pattern,
  write: ([text = '']) => `<${tag}>${text}</${tag}>`,
  example,
});

const keyName = (key: string) =>
  key.length === 1 ? key.toUpperCase() : `${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/** What Material for MkDocs and its extensions write beside Markdown: https://squidfunk.github.io/mkdocs-material/reference/ */
export const mkdocsConstructs: readonly Construct[] = [
  definitionList(tool),
  {
    tool,
    name: 'Snippets, several in a block',
    outcome: 'carried',
    pattern: /^[ \t]*-{2,9}8<-{2,9}[ \t]*\n((?:(?![ \t]*-{2,9}8<)[^\n]*\n){1,100})[ \t]*-{2,9}8<-{2,9}[ \t]*$/gm,
    write: ([files = '']) =>
      files
        .split('\n')
        .map((file) => file.trim())
        .filter((file) => file !== '' && !file.startsWith(';'))
        .map((file) => `--8<-- "${file}"`)
        .join('\n\n'),
    example: ['--8<--\none.md\ntwo.md\n--8<--', '--8<-- "one.md"\n\n--8<-- "two.md"'],
  },
  {
    tool,
    name: 'Comment of a critic',
    outcome: 'carried',
    pattern: /\{>>([^]{0,2000}?)<<\}/g,
    write: ([text = '']) => asComment(text),
    example: ['Text {>>not for readers<<}', 'Text <!-- not for readers -->'],
  },
  {
    tool,
    name: 'Comment of a macro',
    outcome: 'carried',
    pattern: /\{#-?[ \t\n]([^]{0,2000}?)[ \t\n]-?#\}/g,
    write: ([text = '']) => asComment(text),
    example: ['Text {# not for readers #}', 'Text <!-- not for readers -->'],
  },
  {
    tool,
    name: 'Addition of blocks',
    outcome: 'carried',
    pattern: /^\{\+\+[ \t]*\n([^]{0,20000}?)\n[ \t]*\+\+\}[ \t]*$/gm,
    write: ([text = '']) => text.trim(),
    example: ['{++\n\nAdded\n\n++}', 'Added'],
  },
  {
    tool,
    name: 'Deletion of blocks',
    outcome: 'comment',
    pattern: /^\{--[ \t]*\n([^]{0,20000}?)\n[ \t]*--\}[ \t]*$/gm,
    write: ([text = '']) => asComment(text),
    example: ['{--\n\nDeleted\n\n--}', '<!-- Deleted -->'],
  },
  tabsBelowEachOther,
  // Signs in formulas are their own.
  {
    tool,
    name: 'Formula between dollar signs',
    outcome: 'carried',
    needs: /arithmatex|mdx_math/,
    isOwn: true,
    pattern: inlineFormula,
    write: writeFormula,
    example: ['A $x^2$ here', 'A $$x^2$$ here'],
  },
  {
    tool,
    name: 'Formula in a line',
    outcome: 'carried',
    pattern: /(?<!\\)\\\((?=\S)([^\n$]{1,1000}?)(?<=\S)\\\)/g,
    write: ([tex = '']) => `$$${tex}$$`,
    example: [String.raw`A \(x^2\) here`, 'A $$x^2$$ here'],
  },
  {
    tool,
    name: 'Formula as a block',
    outcome: 'carried',
    pattern: /^\\\[[ \t]*\n?([^$]{1,5000}?)\n?[ \t]*\\\][ \t]*$/gm,
    write: ([tex = '']) => `$$\n${tex.trim()}\n$$`,
    example: [String.raw`\[ x^2 \]`, '$$\nx^2\n$$'],
  },
  marked('Addition', /\{\+\+((?:[^\n]|\n(?![ \t]*\n)){1,1000}?)\+\+\}/g, 'mark', [
    'An {++added++} word',
    'An <mark>added</mark> word',
  ]),
  marked('Deletion', /\{--((?:[^\n]|\n(?![ \t]*\n)){1,1000}?)--\}/g, 'del', [
    'A {--deleted--} word',
    'A <del>deleted</del> word',
  ]),
  {
    tool,
    name: 'Substitution',
    outcome: 'carried',
    pattern: /\{~~([^\n~]{1,500}?)~>([^\n~]{1,500}?)~~\}/g,
    write: ([before = '', after = '']) => `<del>${before}</del> <mark>${after}</mark>`,
    example: ['{~~one~>two~~}', '<del>one</del> <mark>two</mark>'],
  },
  {
    tool,
    name: 'Keys',
    outcome: 'carried',
    pattern: /(?<![+\w])\+\+([a-z\d-]{1,20}(?:\+[a-z\d-]{1,20}){0,5})\+\+(?!\+)/gi,
    write: ([keys = '']) =>
      keys
        .split('+')
        .map((key) => `<kbd>${keyName(key)}</kbd>`)
        .join('+'),
    example: ['Press ++ctrl+c++', 'Press <kbd>Ctrl</kbd>+<kbd>C</kbd>'],
  },
  marked('Highlight', /(?:\{==|==)(?=\S)([^=\n]{1,1000}?)(?<=\S)(?:==\}|==)/g, 'mark', [
    'A ==marked== word',
    'A <mark>marked</mark> word',
  ]),
  marked('Insertion', /\^\^(?=\S)([^^\n]{1,1000}?)(?<=\S)\^\^/g, 'mark', [
    'An ^^inserted^^ word',
    'An <mark>inserted</mark> word',
  ]),
  marked('Superscript', /(?<![\^[])\^(?=[^\s^])([^^\s\]]{1,100})\^(?!\^)/g, 'sup', ['H^2^', 'H<sup>2</sup>']),
  marked('Subscript', /(?<![~/])~(?=[^\s~/])([^~\s/]{1,100})~(?!~)/g, 'sub', ['H~2~O', 'H<sub>2</sub>O']),
  {
    tool,
    name: 'Table of contents in the text',
    outcome: 'left out',
    pattern: /^\[TOC\][ \t]*$/gm,
    write: () => '',
    example: ['[TOC]', ''],
  },
  abbreviation(tool),
  {
    tool,
    name: 'Heading with signs at its end',
    outcome: 'carried',
    pattern:
      /^(#{1,6}[ \t][^\n]{0,1000}?\S)[ \t]{1,20}#{1,6}[ \t]{0,20}(\{:?[ \t]{0,9}#[\w-]{1,100}[ \t]{0,9}\})[ \t]*$/gm,
    write: ([heading = '', id = '']) => `${heading} ${id}`,
    example: ['## Title ## {: #here }', '## Title {: #here }'],
  },
  {
    tool,
    name: 'Id of a paragraph',
    outcome: 'carried',
    pattern: /^(?!#|[ \t]*[|>])([^\n]{1,5000}?\S)[ \t]{1,9}\{:?[ \t]{0,9}#([\w-]{1,100})[ \t]{0,9}\}[ \t]*$/gm,
    write: ([text = '', id = '']) => `${text} <a id="${id}"></a>`,
    example: ['A paragraph { #here }', 'A paragraph <a id="here"></a>'],
  },
  sizedPicture(tool),
  attributeList(tool),
  {
    tool,
    name: 'Attribute list of a link or picture',
    outcome: 'left out',
    pattern: /(?<=[)\]])\{:?[^{}\n]{0,300}#[\w-]{1,100}[^{}\n]{0,300}\}/g,
    write: () => '',
    example: ['[Go](b.md){ .md-button #go }', '[Go](b.md)'],
  },
  {
    tool,
    name: 'Attribute list of a block',
    outcome: 'left out',
    pattern: /^[ \t]*\{:?[ \t]*\.[\w-]{1,100}(?:[ \t]+[.#]?[\w-]{1,100}(?:="[^"\n]{0,200}")?)*[ \t]*\}[ \t]*$/gm,
    write: () => '',
    example: ['{ .annotate }', ''],
  },
  {
    tool,
    name: 'Caption of a picture',
    outcome: 'carried',
    pattern:
      /^(?:!\[([^[\]\n]{0,300})\]\(([^()\s]{1,500})\)(?:\{[^{}\n]{0,200}\})?|(<img\b[^<>\n]{1,1000}>))[ \t]*\n(?:[ \t]*\n)?\/{3,9}[ \t]*(?:figure-)?caption[ \t]*\n([^\n/][^\n]{0,1000})\n\/{3,9}[ \t]*$/gm,
    write: ([alt = '', src = '', image, caption = '']) =>
      `<figure>${image ?? `<img src="${src}" alt="${alt.replaceAll('"', '&quot;')}">`}<figcaption>${caption}</figcaption></figure>`,
    example: [
      '![A view](a.png)\n/// caption\nBelow it\n///',
      '<figure><img src="a.png" alt="A view"><figcaption>Below it</figcaption></figure>',
    ],
  },
  {
    tool,
    name: 'Caption of something else, or of several lines',
    outcome: 'kept',
    pattern: /^\/{3,9}[ \t]*(?:figure-|table-)?caption(?![\w-])[^\n]*$/gm,
    example: ['/// table-caption\nBelow it\n///', '/// table-caption\nBelow it\n///'],
  },
  {
    tool,
    name: 'Markdown in a figure',
    outcome: 'carried',
    pattern:
      /^<figure\b(?=[^<>\n]{0,300}\bmarkdown\b)[^<>\n]{0,300}>[ \t]*\n[ \t]*!\[([^[\]\n]{0,300})\]\(([^()\s]{1,500})\)(?:\{[^{}\n]{0,200}\})?[ \t]*\n(?:[ \t]*<figcaption>([^<\n]{0,1000})<\/figcaption>[ \t]*\n)?<\/figure>[ \t]*$/gm,
    write: ([alt = '', src = '', caption = '']) =>
      `<figure><img src="${src}" alt="${alt.replaceAll('"', '&quot;')}"><figcaption>${caption}</figcaption></figure>`,
    example: [
      '<figure markdown="span">\n  ![A view](a.png)\n  <figcaption>Below it</figcaption>\n</figure>',
      '<figure><img src="a.png" alt="A view"><figcaption>Below it</figcaption></figure>',
    ],
  },
  {
    tool,
    name: 'Language of code in a line',
    outcome: 'carried',
    pattern: /(?<!`)`(?:#!|:::)[a-z][\w+-]{0,30}[ \t]+([^`\n]{1,500})`(?!`)/g,
    inCode: ([code = '']) => `\`${code}\``,
    write: ([code = '']) => `\`${code}\``,
    example: ['Call `#!python range()`', 'Call `range()`'],
  },
  {
    tool,
    name: 'Icon',
    outcome: 'kept',
    pattern: /:(?:material|fontawesome|octicons|simple)-[a-z\d-]{1,100}:/g,
    example: [':material-account-circle:', ':material-account-circle:'],
  },
  {
    tool,
    name: 'Macro',
    outcome: 'kept',
    pattern:
      /\{\{[ \t]*[a-z_][^{}\n]{0,200}\}\}|\{%-?[ \t]*(?:if|for|set|macro|endif|endfor|else|elif|import|from)\b[^%\n]{0,200}%\}/gi,
    example: ['Version {{ version }}', 'Version {{ version }}'],
  },
  {
    tool,
    name: 'Reference of mkdocstrings',
    outcome: 'kept',
    pattern: /^:::[ \t]+[\w]+(?:[.:][\w]+)+[ \t]*$/gm,
    example: ['::: package.module', '::: package.module'],
  },
];
