/** Limits of adaptive schemas and of what visitors bring. See docs/reference/audiences.md. */

/** Maximum size of an adaptive schema as JSON, in bytes. */
export const maxSchemaBytes = 65_536;

/** Maximum depth of nested claims. */
export const maxSchemaDepth = 5;

/** Maximum number of conditions derived from a schema. */
export const maxTemplateConditions = 50;

/** Name of the query parameter with the token of a visitor. */
export const tokenParameter = 'jwt_token';

/** Maximum length of a visitor token, in characters. */
export const maxVisitorTokenLength = 16_384;

/** Tolerated clock skew of the signer of a visitor token, in seconds. */
export const visitorTokenLeewaySeconds = 60;
