import { allOr } from '../../setup/size.ts';

/** A page with every kind of block. */
export const allBlocks = `## Lists

- One
  - Nested item
    3. Third
    4. Fourth
- Two

- [x] done
- [ ] to do

{% hint style="warning" %}
Careful, **this** is a warning.
{% endhint %}

> quoted words
>
> > within

{% code title="src/main.ts" %}
\`\`\`ts
// a comment
export const answer: number = 42;
\`\`\`
{% endcode %}

{% tabs %}
{% tab title="npm" %}
\`npm install\`
{% endtab %}
{% tab title="pnpm" %}
\`pnpm add\`
{% endtab %}
{% endtabs %}

| Name | Kind | Count |
| --- | :---: | ---: |
| alpha | \`string\` | 12 |
| **beta** and more | number<br>or not | 3 |

![a picture](good.png)

![a damaged picture](cut.png)

![a drawing](drawing.svg)

![nowhere](gone.png)

Inline ![tiny](good.png) picture, $$e = mc^2$$ too, a footnote[^1], ~~gone~~, _italic_ and [broken](missing.md).

$$
\\sum_{i=0}^n i^2
$$

<details><summary>More</summary>Folded text</details>

***

[^1]: What the footnote says.
`;

export const scripts = `Latin: Zażółć gęślą jaźń. Cyrillic: Съешь же ещё этих мягких французских булок. Greek: Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.

简体中文：快速的棕色狐狸跳过懒狗。日本語：いろはにほへと、カタカナ、漢字。한국어: 다람쥐 헌 쳇바퀴에 타고파.

Emoji: 🎉 👍 ❤️ → ✓ ☐ ★
`;

const columns = allOr(200, 50);

/** Texts that attempt to inject markup or exhaust resources. */
export const hostile = [
  '#include "/etc/passwd"\n\n#read("/etc/passwd") #import "@preview/x:0.1.0" $x$ `#eval("1")` @ref <label> \\ #{panic()} */ //',
  '![x](http://127.0.0.1:1/a.png) ![x](file:///etc/passwd) ![x](/etc/passwd) ![x](../../main.typ) ![x](linked.svg)',
  '[x](file:///etc/passwd) [x](javascript:alert(1)) [x](data:text/html,x) [x](//evil.example) [](https://a.example) [x](mailto:a@example.org)',
  `\`\`\`js\n${'x'.repeat(allOr(200_000, 20_000))}\n\`\`\`\n\n${'y'.repeat(allOr(1_000_000, 20_000))}`,
  `${'> '.repeat(60)}deep\n\n${Array.from({ length: 40 }, (_none, n) => `${'  '.repeat(n)}- level ${n}`).join('\n')}`,
  `|${' a |'.repeat(columns)}\n|${' - |'.repeat(columns)}\n${`|${' b |'.repeat(columns)}\n`.repeat(20)}`,
  '<iframe src="http://127.0.0.1:1/"></iframe><img src="file:///etc/passwd"><script>alert(1)</script><style>@import "http://127.0.0.1:1/"</style>',
  '{% hint style="constructor" %}\nx\n{% endhint %}\n\n{% tabs %}\n\n{% endhint %}\n\n{% include "/etc/passwd" %}\n\n{% embed url="file:///etc/passwd" %}',
  '# \n\n##\n\n[]()\n\n![]()\n\n|a|\n|-|\n\n1. \n\n- \n\n```\n```\n\n$$$$ $$ $$\n\n\u200b\u202e \ue0000\ue001',
  `${'# same\n\n'.repeat(50)}[to](#same-3) [nowhere](#nope)`,
  'word '.repeat(allOr(20_000, 4_000)),
];

/** Formulas that are typeset, and four at the end that are printed as written. */
export const formulas = String.raw`In a line $$e^{i\pi} + 1 = 0$$ and alone:

$$\sum_{k=1}^{n} k = \frac{n(n+1)}{2}$$

$$\begin{pmatrix} \alpha & b \\ c & d \end{pmatrix}$$

Written: $$\mycommand{x}$$, $$x_{unfinished$$, $$#read("/data.json")$$, $$\text{" std.read("/data.json") "}$$.
`;
