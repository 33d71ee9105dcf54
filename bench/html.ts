import { readFileSync } from 'node:fs';
import { compileDocument, compileText } from '../src/text/html/compile-text.ts';
import { fillSlots } from '../src/text/html/fill-slots.ts';
import { englishWords } from '../src/text/words/words.ts';
import { documentFromMarkdown } from '../src/text/rich-text/read/document-from-markdown.ts';

/**
 * Measures what the HTML of a text costs beside the parsing of its Markdown. `npx tsx bench/html.ts [FILE…]` prints
 * milliseconds of processor time per text, and the sizes. Without files it takes texts of this project.
 */

const files = process.argv.slice(2);
const texts =
  files.length > 0 ? files : ['test/data/all-blocks.md', 'docs/reference/content.md', 'docs/reference/sites.md'];
const rounds = 15;
const calls = 3;

/** The lower quartile of rounds that take turns, in milliseconds of processor time per call. */
function measure(ways: Readonly<Record<string, () => unknown>>): Record<string, number> {
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, [] as number[]]));
  for (let round = -3; round < rounds; round += 1)
    for (const [name, run] of Object.entries(ways)) {
      const start = process.cpuUsage();
      for (let call = 0; call < calls; call += 1) run();
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) times[name]?.push((user + system) / 1_000 / calls);
    }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, list.toSorted((one, other) => one - other)[rounds >> 2] ?? 0]),
  );
}

for (const file of texts) {
  const markdown = readFileSync(file, 'utf8');
  const document = documentFromMarkdown(markdown, { hasFrontMatter: true, keepsSource: false });
  const compiled = compileText(markdown, { hasFrontMatter: true });
  const targets = compiled.references.map(() => ({ href: '/a', title: 'A' }));
  const filling = { targets, words: englishWords, locale: 'en' };
  const { parse, compile, write, fill } = measure({
    parse: () => documentFromMarkdown(markdown, { hasFrontMatter: true, keepsSource: false }),
    compile: () => compileText(markdown, { hasFrontMatter: true }),
    write: () => compileDocument(document),
    fill: () => fillSlots(compiled, filling),
  });
  const sizes = [document, compiled].map((value) => `${Math.round(JSON.stringify(value).length / 1_000)} kB`);
  process.stdout.write(
    `${file} (${Math.round(markdown.length / 1_000)} kB): parse ${parse?.toFixed(2)} ms, compile ${compile?.toFixed(2)} ms; ` +
      `HTML of a document ${write?.toFixed(2)} ms (${(((write ?? 0) / (parse ?? 1)) * 100).toFixed(1)} % of parsing), ` +
      `slots ${fill?.toFixed(3)} ms; document as JSON ${sizes[0]}, compiled ${sizes[1]}, ` +
      `HTML ${Math.round(fillSlots(compiled, filling).html.html.length / 1_000)} kB\n`,
  );
}
