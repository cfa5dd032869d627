/** The MCP server in front of a catalog: three functions for any client, over stdio or HTTP. */
export type { ProxyBackend } from "../../nodes/proxy/session.js";
export { createProxyHost, type ProxyConnection, type ProxyHost, type ProxyHostOptions } from "./host.js";
export { type HttpOptions, type HttpServer, serveHttp } from "./http.js";
export { type StdioOptions, serveStdio } from "./stdio.js";
