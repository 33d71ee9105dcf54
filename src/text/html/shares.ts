/** The shares of a width for which there are classes, in percent. */
const shares = [25, 33, 50, 67, 75] as const;

/** The class of the nearest share: `share-33`. Null for a length that is no percentage, or the whole width. */
export function shareClass(length: unknown): string | null {
  if (typeof length !== 'object' || length === null) return null;
  const { unit, value } = length as { readonly unit?: unknown; readonly value?: unknown };
  if (unit !== '%' || typeof value !== 'number' || value > 87) return null;
  const nearest = shares.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
  return `share-${nearest}`;
}
