/** The version of the state's shape. A conversation may be older or newer than the program that goes on with it. */
import { InputError } from "../catalog/types.js";

/** The version of the state's shape; kept in every checkpoint. Node names and channels are part of the shape. */
export const stateVersion = 1;

/** @throws InputError when the state is of a version that this program does not know. */
export function checkStateVersion(found: number | undefined, known: number = stateVersion): void {
  if (found === undefined || found <= known) return;
  throw new InputError(
    `the state of this conversation has version ${found}; this toolgap knows versions up to ${known}: ` +
      "install the newer toolgap that wrote it, or start another thread",
  );
}
