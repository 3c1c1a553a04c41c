/** What the engine refused, in one line. */
export class ModulusError extends Error {
  override name = 'ModulusError';
}
