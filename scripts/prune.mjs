// `npm run prune:production`: after a build, removes everything from `node_modules` that a running server does not read.
// `npm ci --omit=dev` keeps the packages that the build has put into `dist/`, and all that packages bring for other programs.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFileTrace } from '@vercel/nft';
import { withoutSvg } from './without-svg.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = join(root, 'node_modules');

if (!existsSync(join(root, 'dist', '.built'))) {
  console.error('octavo: Nothing is built yet. Run `npm run build` first.');
  process.exit(1);
}

const { fontFiles } = await import(new URL('../dist/fonts.js', import.meta.url).href);
const kept = await listKept();
const foldersOfKept = new Set([...kept].flatMap(foldersAbove));
for (const entry of readdirSync(packages, { recursive: true, withFileTypes: true })) {
  const path = relative(packages, join(entry.parentPath, entry.name));
  if (!entry.isDirectory() && !kept.has(path) && !isLicence(path)) rmSync(join(packages, path));
}
removeEmptyFolders(packages);
for (const file of fontFiles) removeDrawings(join(packages, file));

/** The files below `node_modules` that modules of the program import, load or name, and its fonts. */
async function listKept() {
  const modules = listModules(join(root, 'dist'));
  const { fileList } = await nodeFileTrace(modules, { base: root });
  const traced = [...fileList].map((path) => relative(packages, join(root, path)));
  return new Set([...traced, ...fontFiles.map((path) => path.split('/').join(sep))]);
}

/** The modules of the program. `bundles` is for browsers. */
function listModules(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, path).startsWith(`bundles${sep}`));
}

/** Whether a file is a licence of something that is kept. */
function isLicence(path) {
  return /licen[cs]e|notice|copying/i.test(basename(path)) && foldersOfKept.has(dirname(path));
}

function foldersAbove(path) {
  const parts = dirname(path).split(sep);
  return parts.map((_part, at) => parts.slice(0, at + 1).join(sep));
}

function removeEmptyFolders(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Removes what PDFs do not use of a font: 20 MB of that of emoji. Another tree may have a link to the same file. */
function removeDrawings(path) {
  const font = withoutSvg(readFileSync(path));
  if (font === null) return;
  rmSync(path);
  writeFileSync(path, font);
}
