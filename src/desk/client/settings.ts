/** What the server tells the page. */
interface Settings {
  /** The path below which the service is. */
  readonly basePath: string;
  /** The addresses of the words of each language. */
  readonly words: Readonly<Record<string, string>>;
  /** What the frame and the view of this address ask for first. */
  readonly reads: readonly { readonly name: string; readonly query: string; readonly variables: object }[];
}

export const { basePath, words, reads } = JSON.parse(
  document.getElementById('settings')?.textContent ?? '{}',
) as Settings;
