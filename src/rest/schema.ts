/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = Record<string, unknown>;

/** A reference to a component. */
export const ref = (component: string): Schema => ({ $ref: `#/components/schemas/${component}` });

/** An object with these members. It is open, because answers gain members. The tests refuse members that it does not list. */
export const objectSchema = (required: Schema, optional: Schema = {}): Schema => ({
  type: 'object',
  properties: { ...required, ...optional },
  ...(Object.keys(required).length > 0 ? { required: Object.keys(required) } : {}),
});
