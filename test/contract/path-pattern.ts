/** Matches the paths that a template such as `/v1/spaces/{spaceId}` stands for. */
export function pathPattern(template: string): RegExp {
  const source = template
    .replaceAll('.', '\\.')
    .replace(/\{pagePath\}$/, '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}
