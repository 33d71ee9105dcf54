/** Reads the language from the name of a file, as in `guide.fr.md`. */
export function withoutLanguage(path: string, codes: ReadonlySet<string>) {
  const [whole, stem = '', language = '', extension = ''] = /^(.*[^/.])\.([\w-]{2,20})(\.\w{1,20})$/.exec(path) ?? [];
  return whole !== undefined && codes.has(language)
    ? { language, rest: `${stem}${extension}` }
    : { language: null, rest: path };
}
