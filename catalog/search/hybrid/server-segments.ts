/** What one server brings to the three indexes. Depends on the server alone, so it can be saved and used again. */
import type { CatalogServer } from "../../types.js";
import { toolFields } from "./fields.js";
import { textOfTool } from "./index-text.js";
import { buildSegment, type Segment, type SegmentPool } from "./segment.js";
import { numberOfText } from "./shared-texts.js";

export interface ServerSegments {
  /** One document for each tool, in the server's order. */
  readonly tools: Segment;
  /** One document: the server. */
  readonly server: Segment;
  /** One document for each usage example, by tool. */
  readonly examples: Segment;
  /** For each tool the number of its text, the same for copies: tools with the same name and description. */
  readonly toolTexts: readonly number[];
  /** Where each is from, when they were read together with those of other servers. */
  readonly pools?: Readonly<Record<"tools" | "server" | "examples", SegmentPool>> | undefined;
}

export function buildServerSegments({ name, description, tools }: CatalogServer): ServerSegments {
  const texts = tools
    .map(textOfTool)
    .map((text) => [text.name, text.description, text.parameterNames, text.parameterDescriptions, text.enumValues]);
  return {
    tools: buildSegment([name, description], texts, toolFields.paired),
    server: buildSegment([], [[name, description]]),
    examples: buildSegment(
      [],
      tools.flatMap((tool) => tool.examples.map((example) => [example])),
    ),
    toolTexts: tools.map(({ id, description }) => numberOfText(`${id.name}\n${description}`)),
  };
}
