/** Whether the sources run, as in tests and scripts, or the compiled program. */
export const runsFromSources: boolean = import.meta.url.endsWith('.ts');

/** `src`, or the folder of the compiled program: the modules of a bundle are beside each other. */
const programRoot = new URL(runsFromSources ? '../' : './', import.meta.url);

/** The folder of package.json. */
export const packageRoot: URL = new URL('../', programRoot);

/** A file below `src`, or its copy that the build made for the compiled program. */
export const programFile = (path: string): URL => new URL(path, programRoot);
