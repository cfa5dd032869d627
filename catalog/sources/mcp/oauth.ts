/** OAuth for HTTP servers without a person at a browser: the client credentials grant. */
import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";

/** What `oauth` in an `mcp.json` says. */
export interface OAuthConfig {
  clientId: string;
  clientSecret: string;
  /** The authorization server that these credentials are for; they are sent to no other. */
  issuer: string;
  scope?: string | undefined;
}

/** Gets and renews access tokens; they stay in memory and end with the process. */
export function createOAuthProvider({ clientId, clientSecret, issuer, scope }: OAuthConfig): ClientCredentialsProvider {
  return new ClientCredentialsProvider({
    ...{ clientId, clientSecret, clientName: "toolgap", expectedIssuer: issuer },
    ...(scope !== undefined && { scope }),
  });
}
