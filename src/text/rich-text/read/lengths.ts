/** Parses a width or height in pixels, or with a unit. Empty for any other text. */
export function measureLength<Name extends string>(text: string, name: Name): { [Key in Name]?: Length } {
  const [, number, unit = ''] = /^\s*(\d{1,6}(?:\.\d{1,4})?)\s*(%|px|em|rem|vw|vh)?\s*$/.exec(text) ?? [];
  if (number === undefined) return {};
  const value: Length = unit === '' || unit === 'px' ? Number(number) : { unit, value: Number(number) };
  return { [name]: value } as { [Key in Name]?: Length };
}

export type Length = number | { readonly unit: string; readonly value: number };
