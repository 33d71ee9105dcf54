/** A request. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Who sends it: `admin`, `guest`, who sees three spaces, the id of a member (`memberOf`), or `nobody`, at the host of a site. */
  readonly by?: string;
  readonly host?: string;
}

/** What of an answer the next request names. */
export interface Answer {
  readonly id?: string;
  readonly changes?: readonly { readonly page: { readonly id: string } }[];
  readonly users?: readonly string[];
}

/** A request whose answer does not grow with the organization. */
export interface Operation {
  readonly name: string;
  /** The request in the organization of a size, after what the request before it has answered. */
  readonly call: (size: number, answer: Answer) => Call;
  /** A request that comes before each of them, and is not measured. */
  readonly before?: (size: number) => Call;
  /** Rows of the answer that lie together in a small table, and each on a page of its own in a large one. */
  readonly spread?: number;
  /** Whether the answer has no count, which would read the index of what it counts. */
  readonly isUncounted?: boolean;
}
