const parts =
  /<(\/?)(?:\w{1,20}\.)?(Folder|File)\b((?:[^<>"'{}]|"[^"\n]{0,300}"|'[^'\n]{0,300}'|\{[^{}\n]{0,300}\})*?)(\/?)>/g;

/** Writes the folders and files of a tree as a list; null for a tree without any. */
export function fileTreeList(inside: string): string | null {
  const lines: string[] = [];
  let depth = 0;
  for (const [, end, kind, attributes = '', closed] of inside.matchAll(parts)) {
    const name = /\sname=(?:\{?["'])([^"'{}\n]{1,300})/.exec(attributes)?.[1];
    if (end === '/') depth = kind === 'Folder' ? Math.max(0, depth - 1) : depth;
    else if (name !== undefined)
      lines.push(
        `${'  '.repeat(depth)}- \`${name.replaceAll('`', '')}${kind === 'Folder' && !name.endsWith('/') ? '/' : ''}\``,
      );
    if (end !== '/' && kind === 'Folder' && closed !== '/') depth += 1;
  }
  return lines.length === 0 ? null : lines.join('\n');
}
