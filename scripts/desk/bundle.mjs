// Bundles the desk for the browser: what all views share in one file, each view in one of its own, and so the editor and the words
// of each language. `bundle.mjs FOLDER`. Few files, because browsers ask a server without TLS for six at once.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { forBrowser, inParts } from '../for-browser.mjs';
import { writeDocuments } from './documents.mjs';

const folder = process.argv[2];
const main = 'src/desk/main.tsx';
const style = 'src/desk/style/desk.css';
const importsOfFiles = (paths) => paths.map((path) => `\nimport ${JSON.stringify(resolve(path))};`).join('');
const sourcesIn = (path) =>
  readdirSync(path)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(path, name));

/** Makes what several views may share a part of what is loaded first: esbuild would make a file for each set of views that share something. */
const togetherInOne = {
  name: 'together-in-one',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]src[/\\]desk[/\\](main|views[/\\].*[/\\](view|editor))\.tsx$/ }, ({ path }) => {
      const isMain = path.endsWith('main.tsx');
      const more = isMain ? ['src/desk/parts', 'src/desk/client'].flatMap(sourcesIn) : [main];
      return { contents: readFileSync(path, 'utf8') + importsOfFiles(more), loader: 'tsx' };
    }),
};

/** The words of each language, which scripts ask for as data: the name of the file that holds them. */
function writeWords() {
  const names = readdirSync('src/desk/words').filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    names.map((name) => {
      const text = JSON.stringify(JSON.parse(readFileSync(join('src/desk/words', name), 'utf8')));
      const language = basename(name, '.json');
      const file = `${language}.${hash('sha256', text).slice(0, 8).toUpperCase()}.json`;
      writeFileSync(join(folder, file), text);
      return [language, file];
    }),
  );
}

/** The script that stands in the page itself. */
async function startScript() {
  const { outputFiles } = await build({
    ...forBrowser,
    entryPoints: ['src/desk/start.ts'],
    format: 'iife',
    write: false,
  });
  return outputFiles[0].text.trim();
}

/** The desk is written for React and runs on Preact, a sixth of its bytes (ADR 173). */
const preactAsReact = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

const queries = await writeDocuments();
const { metafile } = await build({
  ...inParts,
  tsconfig: 'src/desk/tsconfig.json',
  alias: preactAsReact,
  entryPoints: { desk: main, style },
  entryNames: '[name].[hash]',
  plugins: [togetherInOne],
  metafile: true,
});

/** What the server and the tests read about the files. */
const outputs = Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]);
const [script] = outputs.find(([, { inputs }]) => main in inputs);
const fileOf = (entry) => outputs.find(([, { entryPoint }]) => entryPoint === entry)[0];
const views = outputs.flatMap(([name, { entryPoint, imports }]) => {
  const view = /^src\/desk\/views\/([\w-]+)\/view\.tsx$/.exec(entryPoint ?? '')?.[1];
  if (!view) return [];
  const others = imports.filter(({ kind, path }) => kind === 'import-statement' && basename(path) !== script);
  if (others.length > 0) throw new Error(`The view ${view} needs a file of its own besides its script`);
  return [[view, name]];
});
const facts = {
  start: await startScript(),
  script,
  style: fileOf(style),
  views: Object.fromEntries(views),
  words: writeWords(),
  editor: fileOf('src/desk/views/edit/editor.tsx'),
  queries,
};
writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
