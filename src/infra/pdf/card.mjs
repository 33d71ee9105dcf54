// Draws the picture of a page for social cards, in a process of its own as `compile.mjs`: Typst lays out its text as outlines, which
// resvg fills.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { endWithParent } from '../end-with-parent.mjs';
import { compileDocument, createCompiler } from './compiler.mjs';

endWithParent();

const folder = process.argv[2] ?? '';
/** @type {{ fonts: string[], width: number }} */
const { fonts, width } = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));
const compiler = createCompiler(folder, fonts);
const template = readFileSync(join(folder, 'card.typ'), 'utf8');
const svg = compiler.plainSvg(compileDocument(compiler, { mainFileContent: template }));
const image = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render();
writeFileSync(join(folder, 'card.png'), image.asPng());
process.stdout.write('{}');
