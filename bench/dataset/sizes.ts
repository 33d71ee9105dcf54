/** How many rows of each kind. */
export interface Sizes {
  readonly organizations: number;
  readonly spaces: number;
  readonly users: number;
  /** Spread evenly over the spaces. */
  readonly comments: number;
  readonly reactions: number;
  /** Comments of the one big space. */
  readonly deep: number;
}

export const fullSizes: Sizes = {
  organizations: 10,
  spaces: 2_000,
  users: 5_000,
  comments: 1_000_000,
  reactions: 500_000,
  deep: 1_000_000,
};

export const quickSizes: Sizes = {
  organizations: 10,
  spaces: 600,
  users: 1_500,
  comments: 90_000,
  reactions: 45_000,
  deep: 100_000,
};

const padded = (prefix: string, n: number) => `${prefix}_${String(n).padStart(20, '0')}`;

/** Ids are made of numbers, so that they are the same in every run. Organizations and spaces count from 1. */
export const organizationId = (n: number) => padded('org', n);
export const spaceId = (n: number) => padded('spc', n);
const userId = (n: number) => padded('usr', n);

/** The user the load comes from, in every organization. */
export const loadUser = userId(0);
/** The big space has an organization of its own: number 0. */
export const deepSpace = spaceId(0);
