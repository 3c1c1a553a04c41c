/* The imports of the module. It needs a clock. The other functions are required by the C library for files and an
 * environment, which do not exist here: they return nothing or fail. */

const NOT_SUPPORTED = 52;

/** Returns the imports of the module. `memory` is called later, because the memory does not exist before instantiation. */
export function wasiImports(memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const view = (): DataView => new DataView(memory().buffer);
  return {
    wasi_snapshot_preview1: {
      clock_time_get(_clock: number, _precision: bigint, at: number): number {
        view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      environ_sizes_get(countAt: number, sizeAt: number): number {
        view().setUint32(countAt, 0, true);
        view().setUint32(sizeAt, 0, true);
        return 0;
      },
      environ_get: (): number => 0,
      fd_close: (): number => NOT_SUPPORTED,
      fd_seek: (): number => NOT_SUPPORTED,
      fd_write: (): number => NOT_SUPPORTED,
      proc_exit(code: number): never {
        throw new WebAssembly.RuntimeError(`the module exited with code ${code}`);
      },
    },
  };
}
