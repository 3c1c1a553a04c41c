/** A request that the engine refused. The message is one line. */
export class ModulusError extends Error {
  override name = 'ModulusError';
}
