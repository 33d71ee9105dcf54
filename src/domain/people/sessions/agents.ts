/** The program and the system of a `User-Agent`, in words; null where it names none that are known. */
export interface AgentWords {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Names by what a `User-Agent` contains, the most telling first: browsers repeat the names of those before them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\boctavo\b/i, 'octavo on the command line'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
  [/^node$|\bnode(?:-fetch)?\b/i, 'a program'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b|\bwin32\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b|\bdarwin\b/, 'macOS'],
  [/\bLinux\b/i, 'Linux'],
];

const nameIn = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;

/** Puts a `User-Agent` into words, such as "Chrome" and "Linux". It is what the client says, and proves nothing. */
export const wordsOfAgent = (agent: string | null): AgentWords => ({
  browser: nameIn(browsers, agent ?? ''),
  system: nameIn(systems, agent ?? ''),
});
