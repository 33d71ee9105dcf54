/** The folder of package.json. `dist/` mirrors `src/`, so the relative path is the same in both. */
export const packageRoot: URL = new URL('../../../', import.meta.url);
