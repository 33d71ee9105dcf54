/** What the text of a specification in JSON begins with. In YAML, names stand in braces without quotes. */
const json = /^\uFEFF?\s*\{\s*(?:"|\})/;

/** The name of the file with a source, which says whether it is JSON or YAML. */
export const nameOfSource = (text: string): string => (json.test(text) ? 'openapi.json' : 'openapi.yaml');
