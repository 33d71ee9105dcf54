export interface Claims {
  readonly beta: boolean;
  readonly plan: 'free' | 'pro';
  readonly dark: boolean;
}

/** Conditions with a second implementation of their meaning. */
export const conditions: readonly (readonly [text: string, holds: (claims: Claims) => boolean])[] = [
  ['visitor.claims.beta', ({ beta }) => beta],
  ['!visitor.claims.beta', ({ beta }) => !beta],
  ['visitor.claims.plan === "pro"', ({ plan }) => plan === 'pro'],
  ['visitor.claims.plan !== "pro" || visitor.claims.beta === true', ({ plan, beta }) => plan !== 'pro' || beta],
  ['visitor.claims.unsigned.dark', ({ dark }) => dark],
  ['["free", "gold"].includes(visitor.claims.plan)', ({ plan }) => plan === 'free'],
  ['visitor.claims.unknown', () => false],
  ['nobody.knows.this', () => false],
  ['1 < 2', () => true],
];
export const holds = (at: number | null, claims: Claims) => at === null || (conditions[at]?.[1](claims) ?? false);
export const readText = (at: number) => conditions[at]?.[0] ?? '';
