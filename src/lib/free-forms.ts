/**
 * The reasons why values stay JSON, with where the manual describes them. The description of each JSON value ends with one.
 * `test/graphql/json-members.test.ts` lists these values; all other values have a type.
 */
export const freeForms = {
  configuration: 'Each integration declares its own values: see “Publishing” in “Integrations” of the manual.',
  claims: 'Each site declares its own claims: see “Adaptive schema” in “Audiences” of the manual.',
  document: 'Its blocks are nested to any depth: see “Documents” in “Content” of the manual.',
  integrationEvent: 'Its members depend on its type: see “Events” in “Integrations” of the manual.',
  jsonSchema: 'Schemas are nested: see “Adaptive schema” in “Audiences” of the manual.',
  source: 'Each source defines its own: see “Computed pages” in “OpenAPI specifications” of the manual.',
  variables: 'Authors choose the names: see “Variables” in “Content” of the manual.',
} as const;

/** Description of a JSON document in an input. */
export const writtenDocument = `The text as a JSON document. ${freeForms.document} It is stored as Markdown; blocks that Markdown cannot express are refused.`;

/** Description of a JSON document in an answer. */
export const readDocument = `The text as a JSON document. ${freeForms.document}`;

/** Describes the HTML of a text that is read. */
export const readHtml =
  'The HTML of the text, without scripts, styles and forms. Links to pages lead to the application, and URLs of files need no token.';
