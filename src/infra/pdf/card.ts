import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '../temporary-folder.ts';
import { sansFonts } from './template.ts';
import { layoutProgram, runProgram, type ProgramOptions } from './run-program.ts';

/** What a picture of a page says. */
export interface Card {
  readonly site: string;
  readonly title: string;
  /** Empty for none. */
  readonly text: string;
  /** Colors, `#346ddb`. */
  readonly colors: Readonly<Record<'page' | 'ink' | 'muted' | 'accent', string>>;
  readonly isRightToLeft: boolean;
}

/** Size of a card in pixels, as the networks ask for it. */
const cardSize = { width: 1_200, height: 630 } as const;

/** The text is data and never parsed as Typst source. A title that is long is set smaller, and cut at the end of its place. */
const template = String.raw`
${sansFonts}#let card = json("/card.json")
#let color(name) = rgb(card.colors.at(name))
#set page(width: ${cardSize.width}pt, height: ${cardSize.height}pt, margin: (x: 80pt, top: 72pt, bottom: 64pt), fill: color("page"))
#set text(
  font: sans,
  dir: if card.isRightToLeft { rtl } else { ltr }, fill: color("ink"), hyphenate: false, top-edge: "ascender", bottom-edge: "descender",
)
#set par(leading: 0.2em)
#place(top + left, dx: -80pt, dy: -72pt, rect(width: ${cardSize.width}pt, height: 14pt, fill: color("accent")))
#let fitted(body, most, sizes) = layout(area => {
  let fits(size) = measure(block(width: area.width, text(size: size, body))).height <= most
  let size = sizes.find(fits)
  block(width: area.width, height: most, clip: true, text(size: if size == none { sizes.last() } else { size }, body))
})
#block(height: 46pt, width: 100%, clip: true, text(size: 32pt, weight: "semibold", fill: color("accent"), card.site))
#v(16pt)
#fitted(strong(card.title), 290pt, (76pt, 64pt, 54pt, 46pt, 38pt))
#v(1fr)
#fitted(text(fill: color("muted"), card.text), 84pt, (30pt, 26pt))
`;

/** Draws the picture of a page, as PNG. Throws PartRefused. */
export const drawCard = (card: Card, options: ProgramOptions): Promise<Buffer> =>
  withTemporaryFolder('card', async (folder) => {
    await writeFile(join(folder, 'card.typ'), template);
    await writeFile(join(folder, 'card.json'), JSON.stringify(card));
    await runProgram(layoutProgram('card'), folder, { width: cardSize.width }, options);
    return readFile(join(folder, 'card.png'));
  });
