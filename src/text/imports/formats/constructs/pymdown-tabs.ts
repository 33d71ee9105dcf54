import type { Construct } from './construct.ts';

const beginning = String.raw`[ \t]+tab[ \t]*\|[ \t]*`;

/** A tab: its slashes, title, options and text. */
const tabs = new RegExp(
  String.raw`^(\/{3,8})${beginning}([^\n]{1,200})((?:\n {4}\w[^\n]{0,200}){0,9})\n([^]{0,20000}?)\n\1[ \t]*$`,
  'gm',
);

/** Tabs of `pymdownx.blocks.tab` that follow each other: https://facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/tab/ */
export const tabsBelowEachOther: Construct = {
  tool: 'MkDocs',
  name: 'Tabs below each other',
  outcome: 'carried',
  pattern: new RegExp(
    String.raw`^((\/{3,8})${beginning}[^\n]{1,200}\n[^]{0,20000}?\n\2[ \t]*(?:\n\s{0,9}?\2${beginning}[^\n]{1,200}\n[^]{0,20000}?\n\2[ \t]*){1,50})$`,
    'gm',
  ),
  write: ([whole = '']) =>
    [...whole.matchAll(tabs)]
      .map(([, , title = '', options = '', text = ''], at) => {
        const isNew = at > 0 && /^\s*new:[ \t]*true/m.test(options);
        const name = title.trim().replaceAll('"', '&quot;');
        return `${isNew ? '{% endtabs %}\n\n{% tabs %}\n' : ''}{% tab title="${name}" %}\n\n${text.trim()}\n\n{% endtab %}`;
      })
      .join('\n')
      .replace(/^/, '{% tabs %}\n')
      .replace(/$/, '\n{% endtabs %}'),
  example: [
    '/// tab | One\nFirst\n///\n\n/// tab | Two\nSecond\n///',
    '{% tabs %}\n{% tab title="One" %}\n\nFirst\n\n{% endtab %}\n{% tab title="Two" %}\n\nSecond\n\n{% endtab %}\n{% endtabs %}',
  ],
};
