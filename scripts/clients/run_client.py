"""Runs the generated Python client against a server: python3 run_client.py URL TOKEN (PYTHONPATH names the client).

Prints a line for each call. Ends with 1 when one raises.
"""

import sys
import traceback

import octavo


def main(url, token):
    configuration = octavo.Configuration(host=url)
    configuration.access_token = token
    client = octavo.ApiClient(configuration)
    organizations = octavo.OrganizationsApi(client)
    spaces = octavo.SpacesApi(client)
    content = octavo.ContentApi(client)
    change_requests = octavo.ChangeRequestsApi(client)
    comments = octavo.CommentsApi(client)
    failed = []

    def call(name, run):
        try:
            value = run()
            print(f"{name}: {type(value).__name__}")
            return value
        except Exception:
            failed.append(name)
            print(f"{name}: failed\n{traceback.format_exc(limit=-3)}")
            return None

    organization = call("list organizations", lambda: organizations.list_organizations_for_authenticated_user()).items[0]
    space = call("create a space", lambda: spaces.create_space(
        organization.id, create_space_request={"title": "Client"}))
    page = {"operation": "insert_page", "title": "A page", "document": {"markdown": "Some *text*."}}
    call("change content", lambda: content.update_space_content(
        space.id, {"changes": [page]}))
    call("list pages", lambda: content.list_pages(space.id))
    revision = call("read the current revision", lambda: content.get_current_revision(space.id))
    call("read a revision", lambda: content.get_revision_by_id(space.id, revision.id))
    call("comment", lambda: comments.post_comment_in_space(
        space.id, {"body": {"markdown": "Hello"}}))
    call("list comments", lambda: comments.list_comments_in_space(space.id))
    request = call("create a change request", lambda: change_requests.create_change_request(
        space.id, create_change_request_request={"subject": "More"}))
    call("change its content", lambda: change_requests.update_change_request_content(
        space.id, request.id, {"changes": [dict(page, title="Another")]}))
    call("merge", lambda: change_requests.merge_change_request(space.id, request.id))
    print(f"{len(failed)} failed")
    sys.exit(1 if failed else 0)


main(*sys.argv[1:3])
