/** Limits of adaptive schemas and of what visitors bring. See docs/reference/audiences.md. */

/** Most bytes of an adaptive schema as JSON. */
export const maxSchemaBytes = 65_536;

/** Most levels of claims inside claims. */
export const maxSchemaDepth = 5;

/** Most conditions that are derived from a schema. */
export const maxTemplateConditions = 50;

/** Most characters of a visitor token. */
export const maxVisitorTokenLength = 16_384;

/** Seconds by which the clock of the signer of a visitor token may differ from ours. */
export const visitorTokenLeewaySeconds = 60;
