/* A 3D world, as a class around the functions web3_* of web/engine/engine.h. */
import { ModulusError } from './error.js';
import type { Memory } from './memory.js';

/** A 3D world of rigid bodies, opened by Modulus.open3 or Modulus.read3. close() frees its memory; every later call except
 *  close() throws a ModulusError. */
export class World3 {
  /** @internal */
  constructor(
    private readonly memory: Memory,
    /** Address in the module's memory; 0: closed. */
    private at: number,
  ) {}

  private get pointer(): number {
    if (this.at === 0) throw new ModulusError('the world is closed');
    return this.at;
  }

  /** Frees the memory of the world. Closing it again has no effect. */
  close(): void {
    const { at } = this;
    this.at = 0;
    if (at !== 0) this.memory.call.web3_close(at);
  }

  /** Advances the world by one step of the scene's dt. */
  step(): void {
    this.memory.checkStatus(this.memory.call.web3_step(this.pointer));
  }

  /** Returns a hash of the complete state of all bodies, 16 hexadecimal digits, as `modulus run` prints it. */
  hash(): string {
    return BigInt.asUintN(64, this.memory.call.web3_hash(this.pointer)).toString(16).padStart(16, '0');
  }
}
