import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/**
 * Creates a compiler that may read the files of a folder. Fonts are loaded by folder, so that only fonts whose letters occur are loaded:
 * Chinese and Korean take some ten megabytes each.
 * @param {string} folder
 * @param {readonly string[]} fonts
 */
export function createCompiler(folder, fonts) {
  const links = join(folder, 'fonts');
  mkdirSync(links, { recursive: true });
  for (const path of fonts) {
    try {
      symlinkSync(path, join(links, basename(path)));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
  return NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: [links] }] });
}

/**
 * The document of a template. Throws with the reason when it is refused.
 * @param {import('@myriaddreamin/typst-ts-node-compiler').NodeCompiler} compiler
 * @param {import('@myriaddreamin/typst-ts-node-compiler').CompileDocArgs} template
 */
export function compileDocument(compiler, template) {
  const compiled = compiler.compile(template);
  if (compiled.result !== null) return compiled.result;
  const [first] = compiled.takeDiagnostics()?.shortDiagnostics ?? [];
  throw new Error(`Typst refused the document: ${first?.message ?? 'no reason given'}`);
}
