import type * as z from 'zod';

/** Tests replace `watch`, to see which members of an input are read. See docs/adr/0076-declared-is-used.md. */
export const inputs = { watch: <Value>(_form: z.ZodType, value: Value): Value => value };

/** An input with more members, as a service takes it. Other than a spread, it reads none of the input. */
export const withInput = <Input extends object, const More extends object>(input: Input, more: More): Input & More =>
  Object.assign(Object.defineProperties({} as Input, Object.getOwnPropertyDescriptors(input)), more);
