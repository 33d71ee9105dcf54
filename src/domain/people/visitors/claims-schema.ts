import * as z from 'zod';
import { failure, invalid } from '../../../lib/errors.ts';
import { maxSchemaBytes, maxSchemaDepth } from './fields.ts';

const description = z.string().max(1_024).optional();

/** Names to which expressions cannot refer. */
const unusable: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const ClaimName = z
  .string()
  .min(1)
  .max(128)
  .refine((name) => !unusable.has(name), 'is a name that conditions cannot use');

const BooleanClaim = z.strictObject({ type: z.literal('boolean'), description });
const NumberClaim = z.strictObject({ type: z.literal('number'), description });
const StringClaim = z.strictObject({
  type: z.literal('string'),
  description,
  enum: z
    .array(z.string().max(1_024))
    .min(1)
    .refine((values) => new Set(values).size === values.length, 'must not repeat a value')
    .optional(),
});

/** Schema of one claim. */
export type ClaimSchema =
  | z.infer<typeof BooleanClaim>
  | z.infer<typeof NumberClaim>
  | z.infer<typeof StringClaim>
  | { readonly type: 'array'; readonly description?: string | undefined; readonly items: ClaimSchema }
  | ObjectClaim;

interface ObjectClaim {
  readonly type: 'object';
  readonly description?: string | undefined;
  readonly properties: Readonly<Record<string, ClaimSchema>>;
  readonly additionalProperties: false;
}

const Claim: z.ZodType<ClaimSchema> = z.lazy(() =>
  z.discriminatedUnion('type', [
    BooleanClaim,
    NumberClaim,
    StringClaim,
    z.strictObject({ type: z.literal('array'), description, items: Claim }),
    ObjectClaimForm,
  ]),
);
const Properties = z.record(ClaimName, Claim);
const ObjectClaimForm = z.strictObject({
  type: z.literal('object'),
  description,
  properties: Properties,
  additionalProperties: z.literal(false),
});

const AdaptiveSchemaForm = z.strictObject({
  $schema: z
    .string()
    .regex(/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'must be that of draft-07')
    .optional(),
  $id: z.string().min(1).max(1_024).optional(),
  type: z.literal('object'),
  properties: Properties.refine(({ unsigned }) => unsigned === undefined || unsigned.type === 'object', {
    message: 'must be an object',
    path: ['unsigned'],
  }),
  additionalProperties: z.literal(false),
});

/** Schema of the visitor claims of a site: a subset of JSON Schema draft-07. */
export interface AdaptiveSchema extends Omit<ObjectClaim, 'description'> {
  readonly $schema?: string | undefined;
  readonly $id?: string | undefined;
}

/** Validates a schema. Throws validation_failed with every problem. `path` is the path of the value in the request. */
export function readAdaptiveSchema(value: unknown, path: string): AdaptiveSchema {
  if (Buffer.byteLength(JSON.stringify(value) ?? '') > maxSchemaBytes)
    throw invalid(path, `${path}: must have at most ${maxSchemaBytes} bytes as JSON`, 'maxLength');
  if (measureDepth(value) > maxSchemaDepth)
    throw invalid(path, `${path}: claims must be nested at most ${maxSchemaDepth} levels deep`, 'maxDepth');
  const read = AdaptiveSchemaForm.safeParse(value);
  if (read.success) return read.data;
  const details = read.error.issues.map((issue) => {
    const at = [path, ...issue.path].join('.');
    return { path: at, rule: issue.code, message: `${at}: ${issue.message}` };
  });
  throw failure('validation_failed', details[0]?.message ?? 'The schema is not valid', { details });
}

/** Depth of nested claims. Stops one level beyond the limit, which bounds the cost of hostile nesting. */
function measureDepth(schema: unknown, depth = 0): number {
  if (typeof schema !== 'object' || schema === null || depth > maxSchemaDepth) return depth;
  const { properties, items } = schema as { readonly properties?: unknown; readonly items?: unknown };
  const inner = typeof properties === 'object' && properties !== null ? Object.values(properties) : [];
  const below = items === undefined ? inner : [...inner, items];
  return below.reduce<number>((deepest, claim) => Math.max(deepest, measureDepth(claim, depth + 1)), depth);
}
