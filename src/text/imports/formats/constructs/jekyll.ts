import { abbreviation } from './abbreviation.ts';
import { asComment, type Construct } from './construct.ts';
import { attributeList, sizedPicture } from './attribute-lists.ts';
import { definitionList } from './definition-list.ts';

const tool = 'Jekyll' as const;

/** What Jekyll, kramdown and Just the Docs write beside Markdown: https://jekyllrb.com/docs/liquid/tags/ and https://kramdown.gettalong.org/syntax.html */
export const jekyllConstructs: readonly Construct[] = [
  definitionList(tool),
  {
    tool,
    name: 'Comment',
    outcome: 'carried',
    pattern: /\{%-?[ \t]*comment[ \t]*-?%\}([^]{0,5000}?)\{%-?[ \t]*endcomment[ \t]*-?%\}/g,
    write: ([text = '']) => asComment(text),
    example: ['{% comment %}not for readers{% endcomment %}', '<!-- not for readers -->'],
  },
  {
    tool,
    name: 'Comment in a tag',
    outcome: 'carried',
    pattern: /\{%-?[ \t\n]*#([^]{0,2000}?)%\}/g,
    write: ([text = '']) => asComment(text.replace(/-$/, '')),
    example: ['{% # not for readers %}', '<!-- not for readers -->'],
  },
  {
    tool,
    name: 'Comment of kramdown',
    outcome: 'carried',
    pattern: /\{::comment\}([^]{0,5000}?)\{:\/(?:comment)?\}/g,
    write: ([text = '']) => asComment(text),
    example: ['{::comment}not for readers{:/comment}', '<!-- not for readers -->'],
  },
  {
    tool,
    name: 'Text that kramdown leaves as it is',
    outcome: 'carried',
    pattern: /\{::nomarkdown\b[^{}\n]{0,100}\}([^]{0,5000}?)\{:\/(?:nomarkdown)?\}/g,
    write: ([text = '']) => text,
    example: ['{::nomarkdown}<b>x</b>{:/}', '<b>x</b>'],
  },
  {
    tool,
    name: 'Option of kramdown',
    outcome: 'left out',
    pattern: /^\{::options\b[^{}\n]{0,300}\/\}[ \t]*$/gm,
    write: () => '',
    example: ['{::options toc_levels="1" /}', ''],
  },
  {
    tool,
    name: 'Link',
    outcome: 'carried',
    pattern: /(?:\{\{[ \t]*site\.baseurl[ \t]*\}\})?\{%-?[ \t]*link[ \t]+([^\s%{}]{1,500})[ \t]*-?%\}/g,
    write: ([path = '']) => `/${path}`,
    example: ['[There]({% link guide/a.md %})', '[There](/guide/a.md)'],
  },
  {
    tool,
    name: 'Link to a post',
    outcome: 'carried',
    pattern: /(?:\{\{[ \t]*site\.baseurl[ \t]*\}\})?\{%-?[ \t]*post_url[ \t]+([^\s%{}]{1,500})[ \t]*-?%\}/g,
    write: ([name = '']) => `/_posts/${name.replace(/^\//, '')}.md`,
    example: ['[There]({% post_url 2020-01-01-news %})', '[There](/_posts/2020-01-01-news.md)'],
  },
  {
    tool,
    name: 'Address by a filter',
    outcome: 'carried',
    pattern: /\{\{-?[ \t]*(["'])([^"'\n{}]{1,500})\1[ \t]*\|[ \t]*(?:relative_url|absolute_url)[ \t]*-?\}\}/g,
    write: ([, path = '']) => `/${path.replace(/^\//, '')}`,
    example: [`![A view]({{ '/a.png' | relative_url }})`, '![A view](/a.png)'],
  },
  {
    tool,
    name: 'Address of the site before a path',
    outcome: 'carried',
    pattern: /(?:\{\{-?[ \t]*site\.(?:baseurl|url)[ \t]*-?\}\}){1,2}(?=\/)/g,
    write: () => '',
    example: ['![A view]({{ site.baseurl }}/a.png)', '![A view](/a.png)'],
  },
  {
    tool,
    name: 'Include of Markdown',
    outcome: 'carried',
    pattern: /^[ \t]*\{%-?[ \t]*include[ \t]+([\w./-]{1,300}\.(?:md|markdown))[ \t]*-?%\}[ \t]*$/gm,
    write: ([file = ''], { findPath }) => {
      const path = findPath(`_includes/${file}`);
      return path === null ? null : `<!--@include: /${path}-->`;
    },
    example: ['{% include note.md %}', '<!--@include: /_includes/note.md-->'],
  },
  {
    tool,
    name: 'Raw text',
    outcome: 'carried',
    pattern: /\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/g,
    write: () => '',
    example: ['{% raw %}text{% endraw %}', 'text'],
  },
  {
    tool,
    name: 'Table of contents in the text',
    outcome: 'left out',
    pattern: /^[ \t]*(?:[*+-]|\d{1,3}\.)[ \t]+[^\n]{0,200}\n[ \t]*\{:[ \t]*toc\b[^}\n]{0,200}\}[ \t]*$/gm,
    write: () => '',
    example: ['1. TOC\n{:toc}', ''],
  },
  abbreviation(tool),
  {
    tool,
    name: 'Box with a title',
    outcome: 'carried',
    pattern: /^\{:[ \t]*\.([a-z]{1,30})-title[ \t]*\}[ \t]*\n>[ \t]*([^\n]{1,300})$/gm,
    write: ([kind = '', title = '']) => `{: .${kind} }\n> **${title.trim()}**`,
    example: ['{: .note-title }\n> My note\n>\n> Text', '{: .note }\n> **My note**\n>\n> Text'],
  },
  {
    tool,
    name: 'Look of the title of a fold',
    outcome: 'left out',
    pattern: /(<\/summary>)[ \t]*\n[ \t]*\{:[^}\n]{0,200}\}[ \t]*$/gm,
    write: ([end = '']) => `${end}\n`,
    example: ['<summary>More</summary>\n{: .text-delta }', '<summary>More</summary>\n'],
  },
  sizedPicture(tool),
  attributeList(tool),
  {
    tool,
    name: 'Value or tag of Liquid',
    outcome: 'kept',
    pattern:
      /\{\{[ \t]*(?:site|page|include|content|layout)\b[^{}\n]{0,300}\}\}|\{%-?[ \t]*(?:assign|if|for|post_url|unless|capture|case)\b[^%\n]{0,300}%\}/g,
    example: ['Of {{ site.title }}', 'Of {{ site.title }}'],
  },
];
