/** A construct of Markdown, with its opening, content and closing. */
interface Construct {
  readonly name: string;
  readonly open: string;
  readonly inner: string;
  readonly close: string;
  /** Text before all repetitions. */
  readonly head?: string;
}

const construct = (...[name, open, inner, close, head = '']: [string, string, string, string, string?]): Construct => ({
  name,
  open,
  inner,
  close,
  head,
});

const constructs: readonly Construct[] = [
  construct('heading', '# ', 'a', '\n'),
  construct('setext heading', 'a\n', '=', '\n'),
  construct('setext dashes', 'a\n', '-', '\n'),
  construct('thematic break', '- ', '- ', '-\n'),
  construct('quote', '> ', 'a', '\n'),
  construct('list', '- ', 'a', '\n'),
  construct('ordered list', '1. ', 'a', '\n'),
  construct('task', '- [ ] ', 'a', '\n'),
  construct('fence', '```js\n', 'a\n', '```\n'),
  construct('tilde fence', '~~~\n', 'a\n', '~~~\n'),
  construct('indented code', '    ', 'a', '\n'),
  construct('hard break', 'a  ', '  ', '\n'),
  construct('trailing spaces', 'a', '          ', '\n'),
  construct('emphasis', '*a ', 'b', '*'),
  construct('underscores', '*a_ ', 'b', '_'),
  construct('strong', '**', 'a', '**'),
  construct('strikethrough', '~~', 'a', '~~'),
  construct('code', '`', 'a', '`'),
  construct('backticks', '`a``', 'b', '```'),
  construct('link', '[', 'a', '](b)'),
  construct('image', '![', 'a', '](b)'),
  construct('reference', '[a][', 'b', ']'),
  construct('definition', '[a]: ', 'b', '\n'),
  construct('footnote', '[^a]: ', 'b', '\n'),
  construct('footnote call', '[^', 'a', ']'),
  construct('autolink', '<https://a.b/', 'c', '>'),
  construct('bare link', 'www.a.b/(', 'c', ') '),
  construct('email', 'a@b.', 'c', ' '),
  construct('entity', '&', 'amp', ';'),
  construct('escape', '\\', '*', ''),
  construct('html block', '<div>\n', 'a', '\n</div>\n'),
  construct('html inline', '<b>', 'a', '</b>'),
  construct('comment', '<!--', 'a', '-->'),
  construct('details', '<details><summary>', 'a', '</summary></details>\n'),
  construct('html table', '<table><tr><td colspan=1000000000>', 'a', '</td></tr></table>\n'),
  construct('table row', '|', 'a', '|\n', '|a|b|\n|-|-|\n'),
  construct('table columns', '|a', '', '', ''),
  construct('wide table', '|', '', '\n', `${'|a'.repeat(900)}|\n${'|-'.repeat(900)}|\n`),
  construct('formula', '$$', 'a^', '$$\n'),
  construct('inline formula', '$', '\\frac{a}', '$ '),
  construct('hint', '{% hint style="info" %}\n', 'a', '\n{% endhint %}\n'),
  construct('tabs', '{% tabs %}{% tab title="a" %}\n', 'b', '\n{% endtab %}{% endtabs %}\n'),
  construct('expression', '{{ ', 'page.vars.a', ' }}'),
  construct('admonition', ':::note\n', 'a', '\n:::\n'),
  construct('condition', '{% if a %}', 'b', '{% endif %}'),
  construct('front matter', '---\n', 'a: &a [*a]', '\n---\n'),
];

/** How a construct is used. */
const shapes = {
  repeated: ({ open, inner, close }: Construct, times: number) => (open + inner + close).repeat(times),
  nested: ({ open, inner, close }: Construct, times: number) => open.repeat(times) + inner + close.repeat(times),
  unclosed: ({ open }: Construct, times: number) => open.repeat(times),
  closedOnly: ({ inner, close }: Construct, times: number) => (inner + close).repeat(times),
  interleaved: ({ open, inner, close }: Construct, times: number, other: Construct) =>
    (open + other.open + inner + close + other.close).repeat(times),
  indented: ({ open, inner }: Construct, times: number) =>
    Array.from({ length: Math.min(times, 2_000) }, (_, at) => `${' '.repeat(at % 400)}${open}${inner}`).join('\n'),
} as const;

export type Shape = keyof typeof shapes;

export interface HostileText {
  /** Identifies the text in a resumed run. */
  readonly name: string;
  readonly bytes: number;
  readonly text: () => string;
}

/**
 * Sizes in bytes. Of the larger ones, which take ten times as long, there is a text for each construct, each time in
 * another shape.
 */
const sizes = [
  { bytes: 10_000, inEveryShape: true },
  { bytes: 20_000, inEveryShape: true },
  { bytes: 40_000, inEveryShape: true },
  { bytes: 150_000, inEveryShape: false },
  { bytes: 400_000, inEveryShape: false },
  { bytes: 2_000_000, inEveryShape: false },
] as const;

/** Returns every construct in every shape: 966 texts, in an order in which every part is a fair sample. */
export function hostileTexts(): HostileText[] {
  const names = Object.keys(shapes) as Shape[];
  const texts = sizes.flatMap(({ bytes, inEveryShape }, ofSize) =>
    constructs.flatMap((one, at) => {
      const other = constructs[(at * 7 + 3) % constructs.length] ?? one;
      const used = names.filter((_, index) => inEveryShape || index === (at + ofSize) % names.length);
      return used.map((shape): HostileText => {
        const unit = Math.max(1, shapes[shape](one, 1, other).length);
        const text = () => (one.head + shapes[shape](one, Math.ceil(bytes / unit), other)).slice(0, bytes);
        return { name: `${one.name} ${shape} ${bytes}`, bytes, text };
      });
    }),
  );
  // A step that is coprime to the number of texts visits each of them once.
  const step = 397;
  return texts.flatMap((_, at) => texts[(at * step) % texts.length] ?? []);
}
