/** A JSON Schema of OpenAPI 3.1. */
export type Schema = Record<string, unknown>;

/** Returns a reference to a component. */
export const ref = (component: string): Schema => ({ $ref: `#/components/schemas/${component}` });

/**
 * Returns the schema of an object. It accepts further members, because answers may gain some. The tests refuse members
 * that it does not list.
 */
export const objectSchema = (required: Schema, optional: Schema = {}): Schema => ({
  type: 'object',
  properties: { ...required, ...optional },
  ...(Object.keys(required).length > 0 ? { required: Object.keys(required) } : {}),
});
