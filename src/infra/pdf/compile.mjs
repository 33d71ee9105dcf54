// One PDF in a process of its own: native code can be neither interrupted nor kept within a limit in a thread, and where
// it crashes, it takes its process along. Everything it may read is in the folder it is given.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { formulasOf } from './formulas.mjs';

// Native code blocks this thread; another sees to it that nothing is left behind when the parent is killed.
const watch = `const { ppid } = process;
setInterval(() => process.ppid === ppid || process.kill(process.pid, 'SIGKILL'), 500)`;
new Worker(watch, { eval: true, execArgv: [] }).unref();

const folder = process.argv[2] ?? '';
/** @type {{ fonts: string[], images: string[] }} */
const job = JSON.parse(readFileSync(join(folder, 'job.json'), 'utf8'));

// By a folder, so that only those are loaded whose letters occur: Chinese and Korean take some ten megabytes each.
const fonts = join(folder, 'fonts');
mkdirSync(fonts);
for (const path of job.fonts) symlinkSync(path, join(fonts, basename(path)));
const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [fonts] }] });

/** A single image that cannot be decoded would spoil the whole document, so each is tried by itself. */
const broken = job.images.filter((image) => {
  const tried = compiler.compile({ mainFileContent: '#image("/" + sys.inputs.image)', inputs: { image } });
  const failed = tried.hasError();
  compiler.evictCache(0);
  return failed;
});
writeFileSync(join(folder, 'broken.json'), JSON.stringify(broken));

const tried = '#for formula in json(bytes(sys.inputs.formulas)) [#math.equation(eval(formula, mode: "math"))]';
const formulas = formulasOf(readFileSync(join(folder, 'data.json'), 'utf8'), (some) => {
  const inputs = { formulas: JSON.stringify(some) };
  return !compiler.compile({ mainFileContent: tried, inputs }).hasError();
});
compiler.evictCache(0);
writeFileSync(join(folder, 'formulas.json'), JSON.stringify(formulas));

const mainFileContent = readFileSync(join(folder, 'main.typ'), 'utf8');

/** @param {string} places as JSON, where links lead; none for a document that finds out. */
function compile(places) {
  const compiled = compiler.compile({ mainFileContent, inputs: { places } });
  if (compiled.result !== null) return compiled.result;
  const [first] = compiled.takeDiagnostics()?.shortDiagnostics ?? [];
  throw new Error(`Typst refused the document: ${first?.message ?? 'no reason given'}`);
}

/** A link that Typst itself resolves has it lay out the pages anew and keep both, so they are told where they lead. */
function findPlaces() {
  const [places] = compiler.query(compile('{}'), { selector: '<places>', field: 'value' });
  return JSON.stringify(places);
}

const places = findPlaces();
// The pages of the first layout go before those of the second come; native memory is given back in a turn of its own.
globalThis.gc?.();
await setTimeout(10);
compiler.evictCache(0);
const result = compile(places);
const pages = result.numOfPages;
compiler.evictCache(0);
// Tags for screen readers make a file nearly three times as large, and take as much time again.
writeFileSync(join(folder, 'out.pdf'), compiler.pdf(result, { pdfTags: false }));
process.stdout.write(JSON.stringify({ pages, broken: broken.length }));
