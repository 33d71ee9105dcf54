import * as z from 'zod';
import { roles } from '../../domain/access/roles.ts';

/** Contract 1.3. */
export const Timestamp = z.iso.datetime();

/** Contract 2.1; null means a guest. */
export const RoleOrNull = z.enum(roles).nullable();

/** `urls` with these members. */
export const urls = <const Name extends string>(...names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>);

/** `permissions` with these flags. */
export const permissions = <const Flag extends string>(flags: readonly Flag[]) =>
  z.strictObject(Object.fromEntries(flags.map((flag) => [flag, z.boolean()])) as Record<Flag, z.ZodBoolean>);

/** An optional field is there only when it has a value. Decisions 2.1. */
export const given = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

/** A text as a JSON document. Decisions 2.3. */
export const JsonDocument = z.looseObject({ object: z.literal('document') }).meta({ id: 'JsonDocument' });

/** What GraphQL has as any JSON, where it is a document. */
export const asDocument = (document: unknown) => document as z.infer<typeof JsonDocument>;
