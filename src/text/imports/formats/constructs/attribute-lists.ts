import type { Construct, Tool } from './construct.ts';

/** A picture whose width an attribute list says, which Python-Markdown and kramdown have. */
export const sizedPicture = (tool: Tool): Construct => ({
  tool,
  name: 'Width of a picture',
  outcome: 'carried',
  pattern:
    /!\[([^[\]\n]{0,300})\]\(([^()\s"<>]{1,500})\)\{:?(?=[ \t])?[^{}\n]{0,200}?\bwidth=["']?(\d{1,5})(?:px)?["']?(?=[\s}])[^{}\n]{0,200}\}/g,
  write: ([alt = '', src = '', width = '']) =>
    `<img src="${src}" alt="${alt.replaceAll('"', '&quot;')}" width="${width}" />`,
  example: ['![A view](a.png){ align=left width="300" }', '<img src="a.png" alt="A view" width="300" />'],
});

/** An attribute list behind words, a link or an icon: https://python-markdown.github.io/extensions/attr_list/ and https://kramdown.gettalong.org/syntax.html#inline-attribute-lists */
export const attributeList = (tool: Tool): Construct => ({
  tool,
  name: 'Attribute list without an id',
  outcome: 'left out',
  pattern:
    /(?<=\S)[ \t]*(?<=[)\]`*_:\w ])\{:?[ \t]*(?:\.[\w-]{1,100}|[\w-]{1,50}=(?:"[^"\n]{0,200}"|[\w./%#-]{1,200}))(?:[ \t]+(?:\.[\w-]{1,100}|[\w-]{1,50}(?:=(?:"[^"\n]{0,200}"|[\w./%#-]{1,200}))?))*[ \t]*\}/g,
  write: () => '',
  example: ['A [link](a.md){: .wide }', 'A [link](a.md)'],
});
