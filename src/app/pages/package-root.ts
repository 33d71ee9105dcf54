/** The folder of package.json; `dist/` mirrors `src/`, so it is three up from here in both. */
export const packageRoot: URL = new URL('../../../', import.meta.url);
