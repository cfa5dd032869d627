/** The vocabulary of memory: what is kept of a discovery, and what of it counts. */
import type { ToolId } from "../types.js";

/** Called and worked; loaded and never called; called and failed. */
export type ObservedOutcome = "used" | "not_used" | "failed";

export interface ObservedTool extends ToolId {
  outcome: ObservedOutcome;
}

/** One tool request and what became of the tools that were loaded for it. Texts are masked. */
export interface Observation {
  version: 1;
  /** Milliseconds since 1970. */
  at: number;
  request: { server: string; tool: string };
  /** What the user said in that turn. */
  words: string;
  tools: ObservedTool[];
}

/** A text that a tool served or did not serve, and how often. */
export interface RememberedExample {
  text: string;
  /** When the newest of its outcomes was, in milliseconds since 1970. */
  at: number;
  used: number;
  notUsed: number;
  failed: number;
}

/** What a namespace holds about one tool, newest first. */
export interface RememberedTool {
  id: ToolId;
  examples: RememberedExample[];
}
