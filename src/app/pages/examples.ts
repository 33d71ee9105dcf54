/** A query that GraphiQL opens as a tab on the first visit. */
export type Example = {
  readonly title: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
};

/** Placeholder in variables that the page replaces with the id of the viewer's first organization. */
export const firstOrganizationId = 'id of your first organization';

/** Query that is sent when a token is saved, to find its user and the organization for the examples. */
export const probeQuery = `query Start {
  viewer {
    displayName
    organizations(first: 1) { edges { node { id } } }
  }
}`;

/** The tabs of a first visit. They run on a new installation. */
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
                  tree {
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
    query: `# The variables below set:
# - organizationId: the organization of the
#   space (already your first organization)
# - input.title: the title of the space
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
