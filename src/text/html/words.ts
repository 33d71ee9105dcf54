/**
 * The words that the HTML of a text needs, in the language of its readers. `{name}` stands for a value. The record of each
 * language has the same keys; these are the English ones.
 */
export const englishTextWords = {
  hintInfo: 'Note',
  hintWarning: 'Warning',
  hintDanger: 'Danger',
  hintSuccess: 'Tip',
  taskDone: 'Done',
  taskOpen: 'To do',
  notes: 'Notes',
  backToText: 'Back to the text',
  table: 'Table',
  yes: 'Yes',
  no: 'No',
  rating: '{value} of {max}',
  /** For the script that adds buttons to code. */
  copy: 'Copy',
  copied: 'Copied',
  /** Before what a comparison of two texts shows. */
  added: 'Added',
  removed: 'Removed',
  deprecated: 'Deprecated',
  required: 'required',
  security: 'Authorization',
  parameters: 'Parameters',
  inPath: 'in the path',
  inQuery: 'in the query',
  inHeader: 'in a header',
  inCookie: 'in a cookie',
  body: 'Request body',
  responses: 'Responses',
  headers: 'Headers',
  request: 'Request',
  example: 'Example',
  examples: 'Examples',
  webhook: 'Webhook',
  properties: 'Properties',
  otherProperties: 'Other properties',
  oneOf: 'One of',
  anyOf: 'Any of',
  allOf: 'All of',
  allowedValues: 'Allowed values',
  defaultValue: 'Default',
  minimum: 'Minimum',
  maximum: 'Maximum',
  pattern: 'Pattern',
  deeperLevels: 'Further levels are in the specification.',
} as const;

export type TextWord = keyof typeof englishTextWords;

/** The words of one language. */
export type TextWords = Readonly<Record<TextWord, string>>;
