/** `npm run readme`: writes the parts of README.md that are made from the code. */
import writeFileAtomic from "write-file-atomic";
import { expectedReadme, readmePath } from "./readme.js";

await writeFileAtomic(readmePath, await expectedReadme());
