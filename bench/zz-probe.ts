import { documentFromMarkdown } from '../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../src/text/rich-text/write/markdown-from-document.ts';
const read = (m: string): any => JSON.parse(JSON.stringify(documentFromMarkdown(m)));
const wrappers: [string, string][] = [
  ['div', '<div class="a">\n\nOne two *three*\n\nFour five\n\n__Six__ seven\n\n</div>\n'],
  ['section list', '<section>\n\nOne two *three*\n\n* Four five\n* six\n* seven\n\nEight\n\n</section>\n'],
  ['center noblank', '<center>\nOne two three<br>\nFour five\n<p>Six seven</p>\n<p>Eight</p></center>\n'],
  ['blockquote html', '<blockquote>\n\nOne two three\n\nFour five\n\n</blockquote>\n'],
  ['blockquote html tight', '<blockquote>\n<p>One two three</p>\n<p>Four five</p>\n</blockquote>\n'],
  ['quote md', '> One __two__ three\n>\n> Four five\n>\n> * Six\n> * seven\n'],
  ['ul li', '<ul>\n<li>\n\nOne two three\n\nFour five\n\n</li>\n<li>\n\nSix seven\n\n</li>\n</ul>\n'],
  ['ul li tight', '<ul class="x">\n  <li>One two three</li>\n  <li><p>Four five</p><p>Six</p></li>\n  <li>Seven</li>\n</ul>\n'],
  ['table md', '<table>\n<tr>\n<td>\n\nOne **two** three\n\n</td>\n<td>\n\nFour five\n\n</td>\n</tr>\n</table>\n'],
  ['table html', '<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td><p>One</p><p>Two</p></td><td>Three</td></tr>\n<tr><td>Four</td><td>Five</td></tr>\n</table>\n'],
  ['jsx', '<Card title="A">\n\nOne two three\n\nFour five\n\nSix\n\n</Card>\n'],
  ['updates', '{% updates format="full" %}\n{% update date="2024-01-01" tags="a,b" %}\n## Head line\n\nOne two\n{% endupdate %}\n{% update date="2024-02-01" %}\nSix seven\n{% endupdate %}\n{% endupdates %}\n'],
  ['hint', '{% hint style="info" %}\nOne *two*\n\n__Three__ four\n\n* five\n* six\n{% endhint %}\n'],
  ['tip', ':::tip My title\nOne *two*\n\n__Three__ four\n:::\n'],
  ['tip2', ':::note[My title]\nOne *two*\n\n__Three__ four\n:::\n'],
  ['mkdocs', '!!! note "Title"\n\n    One *two*\n\n    __Three__ four\n'],
  ['slash', '/// note | Some title\n\nOne two *three*\n\n* Four\n///\n'],
  ['alert', '> [!WARNING]\n> One __two__\n>\n> Three\n'],
  ['tabs', '{% tabs %}\n{% tab title="A" %}\nOne\n\nTwo\n{% endtab %}\n\n{% tab title="B" %}\nThree\n{% endtab %}\n{% endtabs %}\n'],
  ['TabItem', '<Tabs>\n<TabItem value="a" label="A">\n\nOne\n\nTwo\n\n</TabItem>\n<TabItem value="b" label="B">\n\nThree\n\n</TabItem>\n</Tabs>\n'],
  ['mktabs', '=== "A"\n\n    One\n\n    Two\n\n=== "B"\n\n    Three\n'],
  ['steps', '<Steps>\n\n1. One two\n\n   ```js\n   const a = `x` * 2;\n   ```\n\n2. Three *four*\n\n</Steps>\n'],
  ['stepper', '{% stepper %}\n{% step %}\n### One\nTwo __three__\n{% endstep %}\n{% step %}\n### Four\n{% endstep %}\n{% endstepper %}\n'],
  ['details', '<details>\n\n<summary>A *b*</summary>\n\nOne __two__\n\nThree\n\n</details>\n'],
  ['details tight', '<details>\n<summary>A <b>b</b></summary>\n<p>One two</p>\n<p>Three</p>\n</details>\n'],
  ['columns', '{% columns %}\n{% column width="50%" %}\nOne\n\nTwo\n{% endcolumn %}\n{% column %}\nThree\n{% endcolumn %}\n{% endcolumns %}\n'],
  ['list', '*   One\n\n    two __three__\n*   four\n    * five\n    * six\n'],
  ['ol', '1. One\n2. Two __three__\n\n   more\n3. Four\n'],
  ['tasks', '- [ ] One\n- [x] Two __three__\n- [ ] Four\n'],
  ['if', '{% if visitor.a %}\nOne __two__\n\nThree\n{% endif %}\n'],
  ['nested', '> {% hint style="info" %}\n> One __two__\n>\n> Three\n> {% endhint %}\n>\n> After\n'],
  ['div in hint', '{% hint style="info" %}\n<div class="a">\n\nOne\n\nTwo\n\n</div>\n\nThree\n{% endhint %}\n'],
  ['div align', '<div align="center">\n\nOne __two__\n\nTwo\n\n</div>\n'],
  ['mydiv lines', '<div class="a">\n<h3>Head</h3>\n<p>One <i>two</i></p>\n<ul><li>Three</li></ul>\n</div>\n'],
  ['quarto', '::: {.callout-note}\nOne __two__\n\nThree\n:::\n'],
  ['hugo', '{{< callout type="warning" >}}\nOne __two__\n\nThree\n{{< /callout >}}\n'],
];
const para = (text: string) => ({ object: 'block', type: 'paragraph', data: {}, nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }] });
const lists = (node: any, path = ''): [string, any[]][] => [
  ...(node.nodes?.some((one: any) => one.object === 'block') ? [[path, node.nodes] as [string, any[]]] : []),
  ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap((one: any, i: number) => lists(one, `${path}/${one.type ?? one.fragment ?? ''}${i}`)),
];
let bad = 0, all = 0;
for (const [name, text] of wrappers) {
  if (process.argv[2] && !name.startsWith(process.argv[2])) continue;
  for (const wrap of [(t: string) => t, (t: string) => `# Top\n\nBefore  \ntext_\n\n${t}\nAfter **x**\n`]) {
    const whole = wrap(text);
    const base = read(whole);
    for (const [index, [path, nodes]] of lists(base).entries()) {
      for (const edit of ['first', 'last', 'before', 'after', 'swap']) for (let at = 0; at < (edit === 'first' || edit==='last' ? nodes.length: 1); at += 1) {
        const document = read(whole);
        const list = lists(document)[index][1];
        const isItems = /list-item|tabs-item|stepper-step|column/.test(list[0].type) || list[0].object !== 'block';
        if (edit === 'first') { if (list.length < 2) continue; list.splice(at, 1); }
        else if (edit === 'last') { if (list.length < 3) continue; list.splice(at, 2); }
        else if (edit === 'before') { if (isItems) continue; list.unshift(para('NEW')); }
        else if (edit === 'after') { if (isItems) continue; list.push(para('NEW')); }
        else { if (list.length < 2) continue; list.push(list.shift()); }
        all += 1;
        let out = '';
        try { out = markdownFromDocument(document, 'b'); } catch (e: any) { out = 'ERR ' + e.message; }
        // all lines of the output must be lines of the source in multiset sense, except NEW
        const left = new Map<string, number>();
        for (const l of whole.split('\n')) left.set(l, (left.get(l) ?? 0) + 1);
        const odd = out.split('\n').filter((l) => { const n = left.get(l) ?? 0; if (n > 0) { left.set(l, n - 1); return false; } return l.trim() !== '' && !/NEW/.test(l); });
        const gone = [...left].filter(([l, n]) => n > 0 && l.trim() !== '').map(([l]) => l);
        const isRoot = path === '' ;
        if (odd.length > 0 || (edit !== 'first' && edit !== 'last' && gone.length > 0) || gone.length > 3 || (process.argv[2] !== undefined && whole === text)) {
          if (odd.length>0 || gone.length>0) bad += 1;
          console.log(`--- ${name} ${path || '/'} ${edit} ${at}\n${JSON.stringify(whole)}\n${JSON.stringify(out)}\nodd ${JSON.stringify(odd)} gone ${JSON.stringify(gone)}`);
        }
      }
    }
  }
}
console.log(bad, all);
