/** One query GraphiQL opens as a tab on a first visit. */
export type Example = {
  readonly title: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
};

/** Stands in the variables for the id of the viewer's first organization; the page replaces it. */
export const firstOrganizationId = 'id of your first organization';

/** Asked once a token is saved: whose it is, and which organization the examples may use. */
export const probeQuery = `query Start {
  viewer {
    displayName
    organizations(first: 1) { edges { node { id } } }
  }
}`;

/** The tabs of a first visit, which run as they stand on a first start. */
export const examples: readonly Example[] = [
  {
    title: 'Who am I, and what can I see?',
    query: `# Ctrl+Enter (Cmd+Enter) runs the query.
query Viewer {
  viewer {
    id
    displayName
    organizations(first: 5) {
      count
      edges {
        node {
          id
          title
          spaces(first: 5) {
            count
            edges {
              node {
                id
                title
              }
            }
          }
        }
      }
    }
  }
}
`,
    variables: {},
  },
  {
    title: 'Which pages are in my spaces?',
    query: `query SpacesWithPages {
  viewer {
    organizations(first: 1) {
      edges {
        node {
          title
          spaces(first: 5) {
            count
            edges {
              node {
                id
                title
                content {
                  pages {
                    id
                    title
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
`,
    variables: {},
  },
  {
    title: 'Create a space',
    query: `# Set in the variables below:
# - organizationId: where the space goes
#   (filled in: your first organization)
# - input.title: what it is called
mutation CreateSpace(
  $organizationId: ID!
  $input: CreateSpaceInput!
) {
  createSpace(
    organizationId: $organizationId
    input: $input
  ) {
    space {
      id
      title
    }
  }
}
`,
    variables: { organizationId: firstOrganizationId, input: { title: 'A first space' } },
  },
];
