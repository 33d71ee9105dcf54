import { closesFence, openedFence } from '../../markdown/fences.ts';
import { describeLines } from './lines.ts';

/** A text without lines of modules that readers would see. */
interface ModulesResult {
  readonly markdown: string;
  /** Numbers of the lines that became comments. */
  readonly lines: readonly number[];
}

const importLine =
  /^import\s+(?:[\w*{][^'"]{0,2000}\sfrom\s+|[\w*{][^'"]{0,2000}\}\s*from\s+)?['"][^'"\n]{1,500}['"];?[ \t]*$/;
const exportStart = /^export\s+(?:const|let|var|function|class|default|async)\b/;
const importStart = /^import\s*(?:[\w$]+\s*,\s*)?\{[^'"}]*$/;

/** Most lines of one import or export. */
const maxLines = 50;

/** The default import of a Markdown file, which Docusaurus calls a partial. */
const partial = /^import\s+([A-Z]\w*)\s+from\s+['"]([^'"\n]{1,500}\.mdx?)['"];?[ \t]*$/;

/** The default import of a picture, or of a file as a text. */
const asset =
  /^import\s+([A-Za-z_$][\w$]*)\s+from\s+['"](?:(!{0,2}raw-loader!)([^'"\n!]{1,500})|([^'"\n!]{1,500}\.(?:png|jpe?g|gif|svg|webp|avif)))['"];?[ \t]*$/;

/**
 * Keeps the `import` and `export` lines of MDX as comments, as they are not shown there, either. A component that is imported from a
 * Markdown file, such as `<Notice />` alone in its line, becomes an include of that file, and so does a `<CodeBlock>` with an imported text.
 * The names of imported pictures become their addresses.
 */
export function withoutModules(markdown: string): ModulesResult {
  if (!/^(?:import|export)\s/m.test(markdown)) return { markdown, lines: [] };
  const lines = markdown.split('\n');
  const written: string[] = [];
  const changed: number[] = [];
  const partials = new Map<string, string>();
  const assets = new Map<string, string>();
  let open: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const code = line.trimEnd();
    const opened: string | null = open === null ? openedFence(code) : null;
    const isCode = open !== null || opened !== null;
    if (open === null) open = opened;
    else if (closesFence(code, open)) open = null;
    const end = isCode ? null : endOfModule(lines, at);
    const module = end === null ? '' : lines.slice(at, end).join('\n');
    if (end === null || module.includes('-->')) {
      written.push(isCode ? line : withAssets(includedIn(line, partials), assets));
      continue;
    }
    const [, name, file] = partial.exec(module) ?? [];
    const [, named, , text, picture] = asset.exec(module) ?? [];
    if (named !== undefined) assets.set(named, text ?? picture ?? '');
    if (name !== undefined && file !== undefined) partials.set(name, file);
    else if (named === undefined) changed.push(at + 1);
    written.push(`<!-- ${module.trimEnd()} -->${module.endsWith('\r') ? '\r' : ''}`);
    at = end - 1;
  }
  return { markdown: written.join('\n'), lines: changed };
}

/** The line after an import or export that begins at a line; null when none begins there. */
function endOfModule(lines: readonly string[], start: number): number | null {
  const first = (lines[start] ?? '').trimEnd();
  if (importLine.test(first)) return start + 1;
  const isImport = importStart.test(first);
  if (!isImport && !exportStart.test(first)) return null;
  let depth = 0;
  for (let at = start; at < Math.min(lines.length, start + maxLines); at += 1) {
    for (const [sign] of (lines[at] ?? '').matchAll(/[([{}\])]/g)) depth += '([{'.includes(sign) ? 1 : -1;
    if (depth > 0) continue;
    const whole = lines
      .slice(start, at + 1)
      .join('\n')
      .trimEnd();
    return !isImport || importLine.test(whole) ? at + 1 : null;
  }
  return null;
}

const includedIn = (line: string, partials: ReadonlyMap<string, string>) =>
  partials.size === 0
    ? line
    : line.replace(
        /^([ \t]*)<([A-Z]\w*)(?:[ \t][^<>]{0,1000})?\/>[ \t]*(?=\r?$)/,
        (whole, indent: string, name: string) => {
          const file = partials.get(name);
          return file === undefined ? whole : `${indent}<!--@include: ${file}-->`;
        },
      );

/** The line with the addresses of pictures in the place of their names, and an include in the place of code that is imported. */
function withAssets(line: string, assets: ReadonlyMap<string, string>): string {
  if (assets.size === 0) return line;
  const [whole, attributes = '', name = ''] =
    /^<CodeBlock\b([^<>]{0,500})>\{([A-Za-z_$][\w$]*)\}<\/CodeBlock>[ \t]*$/.exec(line) ?? [];
  const file = assets.get(name);
  if (whole !== undefined && file !== undefined) {
    const title = /\stitle="([^"[\]]{1,100})"/.exec(attributes)?.[1];
    return `<<< ${file.replace(/^@site\//, '/')}${title === undefined ? '' : ` [${title}]`}`;
  }
  return line.replaceAll(/(\ssrc=)\{([A-Za-z_$][\w$]*)\}/g, (written, before: string, named: string) => {
    const address = assets.get(named);
    return address === undefined ? written : `${before}"${address}"`;
  });
}

/** A warning that names the lines of modules that are kept as comments; null when there are none. */
export const describeModules = (lines: readonly number[]): string | null =>
  lines.length === 0
    ? null
    : `What is imported or exported for MDX is kept as a comment, and not run: ${describeLines(lines)}`;
