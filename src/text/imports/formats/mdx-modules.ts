import { closesFence, openedFence } from '../../markdown/fences.ts';
import { attributesPattern } from './constructs/components.ts';
import { describeLines } from './lines.ts';
import { exportedValues, fillValues, includeWith, literalAttributes, type SnippetValues } from './snippet-values.ts';

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
 * The names of imported pictures become their addresses, and those of literal values, exported here or in another file, their texts.
 */
export function withoutModules(
  markdown: string,
  valuesOf: (file: string) => SnippetValues = () => ({}),
): ModulesResult {
  if (!/^(?:import|export)\s/m.test(markdown)) return { markdown, lines: [] };
  const lines = markdown.split('\n');
  const written: string[] = [];
  const changed: number[] = [];
  const partials = new Map<string, string>();
  const assets = new Map<string, string>();
  const modules: string[] = [];
  const texts: number[] = [];
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
      if (!isCode && line.includes('{')) texts.push(written.length);
      written.push(isCode ? line : withAssets(includedIn(line, partials), assets));
      continue;
    }
    modules.push(module);
    const [, name, file] = partial.exec(module) ?? [];
    const [, named, , text, picture] = asset.exec(module) ?? [];
    if (named !== undefined) assets.set(named, text ?? picture ?? '');
    if (name !== undefined && file !== undefined) partials.set(name, file);
    else if (named === undefined) changed.push(at + 1);
    written.push(`<!-- ${module.trimEnd()} -->${module.endsWith('\r') ? '\r' : ''}`);
    at = end - 1;
  }
  const values = texts.length === 0 ? {} : valuesIn(modules, valuesOf);
  if (Object.keys(values).length > 0) for (const at of texts) written[at] = fillValues(written[at] ?? '', values);
  return { markdown: written.join('\n'), lines: changed };
}

const namedImport = /^import\s+(?:[\w$]+\s*,\s*)?\{([^{}]{1,2000})\}\s*from\s+['"]([^'"\n]{1,500})['"]/;

/** The literal values that modules export, and those that they import from other files, by the names that they have here. */
function valuesIn(modules: readonly string[], valuesOf: (file: string) => SnippetValues): SnippetValues {
  const imported = modules.flatMap((module) => {
    const [, list = '', file = ''] = namedImport.exec(module) ?? [];
    if (file === '') return [];
    const values = Object.entries(valuesOf(file));
    return list.split(',').flatMap((one) => {
      const [name = '', local = name] = one.trim().split(/\s+as\s+/);
      return values.flatMap(([key, value]) =>
        key === name || key.startsWith(`${name}.`) ? [[`${local}${key.slice(name.length)}`, value] as const] : [],
      );
    });
  });
  return { ...Object.fromEntries(imported), ...exportedValues(modules.join('\n')) };
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

/** A component alone in its line, which may have a text. */
const component = new RegExp(
  String.raw`^([ \t]*)<([A-Z]\w*)${attributesPattern}(?:\/>|>([^<>\n]{0,1000})<\/\2>)[ \t]*(?=\r?$)`,
);

const includedIn = (line: string, partials: ReadonlyMap<string, string>) =>
  partials.size === 0
    ? line
    : line.replace(
        component,
        (whole, ...[indent = '', name = '', attributes = '', children]: (string | undefined)[]) => {
          const file = partials.get(name);
          const values = { ...literalAttributes(attributes), ...(children && { children }) };
          return file === undefined ? whole : `${indent}${includeWith(file, values)}`;
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
