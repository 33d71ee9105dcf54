import java.net.URI;
import java.util.List;
import java.util.Map;
import octavo.ApiClient;
import octavo.api.ChangeRequestsApi;
import octavo.api.CommentsApi;
import octavo.api.ContentApi;
import octavo.api.OrganizationsApi;
import octavo.api.SpacesApi;
import octavo.model.CreateChangeRequestRequest;
import octavo.model.CreateSpaceRequest;
import octavo.model.PostCommentInSpaceRequest;
import octavo.model.UpdateChangeRequestContentRequest;
import octavo.model.UpdateSpaceContentRequest;

/** Runs the generated Java client against a server: `java RunClient URL TOKEN`. Prints each call; ends with 1 when one throws. */
public final class RunClient {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    URI address = URI.create(args[0]);
    client.setScheme(address.getScheme()).setHost(address.getHost()).setPort(address.getPort()).setBasePath("");
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
    ContentApi content = new ContentApi(client);
    CommentsApi comments = new CommentsApi(client);
    ChangeRequestsApi changeRequests = new ChangeRequestsApi(client);

    String organization = new OrganizationsApi(client).listOrganizationsForAuthenticatedUser(null, null).getItems().get(0).getId();
    System.out.println("list organizations: " + organization);
    String space = new SpacesApi(client).createSpace(organization, null, new CreateSpaceRequest().title("Client")).getId();
    System.out.println("create a space: " + space);
    content.updateSpaceContent(space, read(client, UpdateSpaceContentRequest.class, insertPage("A page")), null, null);
    System.out.println("list pages: " + content.listPages(space, null, null, null).getPages().size());
    String revision = content.getCurrentRevision(space, null, null, null).getId();
    System.out.println("read a revision: " + content.getRevisionById(space, revision, null, null, null).getId());
    comments.postCommentInSpace(space, read(client, PostCommentInSpaceRequest.class, Map.of("body", Map.of("markdown", "Hello"))), null, null);
    System.out.println("list comments: " + comments.listCommentsInSpace(space, null, null, null, null, null, null, null).getItems().size());
    String request = changeRequests.createChangeRequest(space, null, new CreateChangeRequestRequest().subject("More")).getId();
    changeRequests.updateChangeRequestContent(space, request, read(client, UpdateChangeRequestContentRequest.class, insertPage("Another")), null, null, null);
    System.out.println("merge: " + changeRequests.mergeChangeRequest(space, request, null, null).getResult());
  }

  private static Map<String, Object> insertPage(String title) {
    return Map.of("changes", List.of(Map.of("operation", "insert_page", "title", title, "document", Map.of("markdown", "Some *text*."))));
  }

  private static <Body> Body read(ApiClient client, Class<Body> type, Map<String, Object> values) {
    return client.getObjectMapper().convertValue(values, type);
  }
}
