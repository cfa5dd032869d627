/** What another project gets from `import ... from "toolgap/middleware"`: apart, since it loads the package `langchain`. */
export { type ToolDiscoveryOptions, toolDiscoveryMiddleware } from "./middleware.js";
