/** The folder of package.json. The relative path is valid in both `src/` and `dist/`, because they have the same layout. */
export const packageRoot: URL = new URL('../../../', import.meta.url);
