/** Media types of a response; the first one is the default. */
const offered = ['application/json', 'application/graphql-response+json'] as const;
export type GraphqlMediaType = (typeof offered)[number];

/** Selects the media type for an Accept header. Returns null when it accepts neither, such as for an event stream. */
export function negotiateMediaType(accept: string | undefined): GraphqlMediaType | null {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'application/json';
  const wishes = accept.split(',').map(wishOf);
  const rated = offered.map((type) => ({ type, quality: qualityOf(type, wishes) }));
  const best = rated.reduce((left, right) => (right.quality > left.quality ? right : left));
  return best.quality > 0 ? best.type : null;
}

interface Wish {
  readonly range: string;
  readonly quality: number;
}

function wishOf(text: string): Wish {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number(weight);
  return { range, quality: Number.isFinite(quality) ? quality : 0 };
}

/** The quality of a type in an Accept header. An exact type takes precedence over a wildcard (RFC 9110, section 12.5.1). */
function qualityOf(type: string, wishes: readonly Wish[]): number {
  const found = [type, 'application/*', '*/*'].map((range) => wishes.find((wish) => wish.range === range));
  return found.find((wish) => wish !== undefined)?.quality ?? 0;
}
