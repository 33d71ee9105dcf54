/** Number of rows by kind. */
export interface Sizes {
  readonly organizations: number;
  readonly spaces: number;
  readonly users: number;
  /** Number of comments, distributed evenly over the spaces. */
  readonly comments: number;
  readonly reactions: number;
  /** Number of comments in the big space. */
  readonly deep: number;
  /** Number of sections of the published site. */
  readonly sections: number;
}

export const fullSizes: Sizes = {
  organizations: 10,
  spaces: 2_000,
  users: 5_000,
  comments: 1_000_000,
  reactions: 500_000,
  deep: 1_000_000,
  sections: 20,
};

export const quickSizes: Sizes = {
  organizations: 10,
  spaces: 600,
  users: 1_500,
  comments: 90_000,
  reactions: 45_000,
  deep: 100_000,
  sections: 20,
};

const padded = (prefix: string, n: number) => `${prefix}_${String(n).padStart(20, '0')}`;

/** Returns an id that is derived from a number, so that it is the same in every run. Organizations and spaces start at 1. */
export const organizationId = (n: number) => padded('org', n);
export const spaceId = (n: number) => padded('spc', n);
const userId = (n: number) => padded('usr', n);

/** The user whose token the load is sent with, who is a member of every organization. */
export const loadUser = userId(0);
/** The big space belongs to organization number 0. */
export const deepSpace = spaceId(0);
