/**
 * Tools whose names say all that is asked for. A short request ("slack", "list issues") has few words to match, and where
 * many tools serve it they are common ones, too: by its words alone nothing would fit it.
 */
import { defaults } from "../../defaults.js";
import type { CatalogIndex } from "./catalog-index.js";
import type { NameCoverage } from "./name-coverage.js";
import type { QueryPart } from "./query.js";
import type { Term } from "./term.js";

/** Requests of more words are never a name. */
const mostWords = 8;

export class SaidNames {
  readonly #index: CatalogIndex;
  readonly #coverage: NameCoverage;
  #asked: readonly Term[] = [];

  /** @param coverage that of the whole request. */
  constructor(index: CatalogIndex, coverage: NameCoverage) {
    this.#index = index;
    this.#coverage = coverage;
  }

  /** Takes the words of a request, those of courtesy and manner left out; without others it asks for no name. */
  begin({ own }: QueryPart): void {
    const asked = own.filter(({ known }) => known.softness === 1);
    const terms = asked.map(({ known }) => known.term).filter((term) => term !== undefined);
    this.#asked = terms.length === asked.length && asked.length <= mostWords ? terms : [];
  }

  /**
   * What `fitOf` reads, for a tool with every word of the request in its own name or in that of its server: it fits, the
   * better the more of its own name is said. 0 where nothing of that is said, and for all others.
   */
  relevance(document: number): number {
    const said = this.#coverage.fullness(document);
    if (said === 0 || this.#asked.length === 0) return 0;
    const { tools } = this.#index.ownerOfTool(document);
    const isSaid = (term: Term) =>
      this.#index.tools.isInName(term, tools, document - tools.base) || this.#index.tools.isInServerName(term, tools);
    return this.#asked.every(isSaid) ? defaults.hybrid.fit.saidInFull * (1 + said / 2) : 0;
  }
}
