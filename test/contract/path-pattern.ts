/** Returns a pattern for the paths of a template such as `/v1/spaces/{spaceId}`. */
export function pathPattern(template: string): RegExp {
  const source = template
    .replaceAll('.', '\\.')
    .replace(/\{pagePath\}$/, '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}
