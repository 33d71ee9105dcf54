// Lays out one part of a PDF, or its cover and contents, in a process of its own: native code in a thread can neither
// be interrupted nor limited, and a crash would end the whole process. All files that it may read are in the folder
// passed to it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent } from '../end-with-parent.mjs';
import { compileDocument, createCompiler } from './compiler.mjs';
import { diagramsOf } from './diagrams.mjs';
import { formulasOf } from './formulas.mjs';
import { listPlaces, readPlaces } from './places.mjs';
import { printableSvg } from './svg.mjs';

endWithParent();

const folder = process.argv[2] ?? '';
/** @param {string} name */
const read = (name) => readFileSync(join(folder, name), 'utf8');
/** @param {string} name @param {unknown} value */
const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));

/** @type {{ fonts: string[], images: string[], part: number | null, offset: number | null, parts: number }} */
const job = JSON.parse(read('job.json'));

const compiler = createCompiler(folder, job.fonts);

/** Maximum nesting depth of SVG elements. The decoder is recursive, and a native stack overflow ends the process. */
const maxSvgDepth = 200;

/** @param {string} image */
function isTooDeep(image) {
  let depth = 0;
  for (const [, closing, attributes] of readFileSync(join(folder, image), 'latin1').matchAll(
    /<(\/?)[A-Za-z_]([^<>]*)>/g,
  )) {
    if (closing) depth -= 1;
    else if (!attributes.endsWith('/')) depth += 1;
    if (depth > maxSvgDepth) return true;
  }
  return false;
}

/**
 * Writes the labels of an image as the decoder knows them. False when it is not valid XML.
 * @param {string} image
 */
function makePrintable(image) {
  const source = read(image);
  const printable = printableSvg(source);
  if (printable !== null && printable !== source) writeFileSync(join(folder, image), printable);
  return printable !== null;
}

/**
 * Lists the images that can be decoded. Each is tried separately, because a single broken image would fail the whole
 * part.
 * @param {readonly string[]} images
 */
function usableImages(images) {
  return images.filter((image) => {
    if (image.endsWith('.svg') && (isTooDeep(image) || !makePrintable(image))) return false;
    const tried = compiler.compile({ mainFileContent: '#image("/" + sys.inputs.image)', inputs: { image } });
    const failed = tried.hasError();
    compiler.evictCache(0);
    return !failed;
  });
}

const tried = '#for formula in json(bytes(sys.inputs.formulas)) [#math.equation(eval(formula, mode: "math"))]';

/** @param {readonly string[]} formulas */
const isTaken = (formulas) =>
  !compiler.compile({ mainFileContent: tried, inputs: { formulas: JSON.stringify(formulas) } }).hasError();

/** @param {string} template @param {number} offset */
const compile = (template, offset) =>
  compileDocument(compiler, { mainFileContent: read(template), inputs: { offset: String(offset) } });

/**
 * Number of sheets of the cover and the table of contents. It does not depend on the page numbers, which are not yet
 * known.
 */
function frontSheets() {
  write('numbers.json', {});
  const sheets = compile('front.typ', 0).numOfPages;
  compiler.evictCache(0);
  return sheets;
}

/** @param {string} name @param {import('@myriaddreamin/typst-ts-node-compiler').NodeTypstDocument} result */
function writePdf(name, result) {
  // Tags for screen readers would nearly triple the size of the file and double the time.
  const bytes = compiler.pdf(result, { pdfTags: false });
  compiler.evictCache(0);
  writeFileSync(join(folder, name), bytes);
}

/** @param {number} part */
async function layOutPart(part) {
  const offset = job.offset ?? frontSheets();
  const data = read('data.json');
  const diagrams = await diagramsOf(data, folder);
  write('diagrams.json', diagrams);
  write('usable.json', usableImages([...job.images, ...Object.values(diagrams)]));
  write('formulas.json', formulasOf(data, isTaken));
  compiler.evictCache(0);
  const places = listPlaces(JSON.parse(data).entries);
  write(
    'places.json',
    places.map(({ id }) => id),
  );
  const result = compile('part.typ', offset);
  const [positions] = compiler.query(result, { selector: '<places>', field: 'value' });
  const sheets = result.numOfPages;
  writePdf(`part-${part}.pdf`, result);
  const found = places.flatMap((place, index) => {
    const at = positions[index];
    return at ? [{ ...place, sheet: offset + at[0], y: at[1] }] : [];
  });
  write(`part-${part}.json`, found);
  return { offset: offset + sheets };
}

/** Lays out the cover and the table of contents with page numbers, after all parts. */
function layOutFront() {
  const places = readPlaces(folder, job.parts);
  write('numbers.json', Object.fromEntries(places.map(({ id, sheet }) => [id, String(sheet)])));
  const result = compile('front.typ', 0);
  const offset = result.numOfPages;
  writePdf('front.pdf', result);
  return { offset };
}

process.stdout.write(JSON.stringify(job.part === null ? layOutFront() : await layOutPart(job.part)));
