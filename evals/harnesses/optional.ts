/** Packages of other harnesses are optional: who does not use them does not need them. */
import { InputError } from "../../catalog/types.js";

/**
 * Loads an optional package.
 *
 * @throws InputError when it is not installed, with how to install it.
 */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    // A package that is there but lacks one of its own is another problem.
    if (!message.includes(`'${name}`) && !message.includes(`/${name}/`)) throw error;
    throw new InputError(`the package ${name} is not installed: install it with npm install ${name}`);
  }
}
