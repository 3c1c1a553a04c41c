/* Upper limits for worlds of the page, so that one step never stops it. The command has no such limits. */
import type { World } from '../engine/world.js';
import type { Settings } from '../engine/types.js';
import type { SolverChoice } from './solver.js';

/** Limits of scene keys. */
export const KEY_LIMITS: Record<string, number> = {
  circles: 3000,
  count: 2000,
  rows: 60,
  columns: 60,
  planks: 200,
  loads: 500,
  levels: 12,
  base: 16,
  side: 30,
  cells: 100,
  stones: 100,
};

/** Limits of world settings, a little above the ends of the sliders. */
const WORLD_LIMITS = { iterations: 1000, position_iterations: 1000, substeps: 16 };

/** Largest text that an address may expand to. A shared world of 3,000 bodies takes less than 1 MB. */
export const MAX_ADDRESS_TEXT = 16 * 2 ** 20;

/** Lowers the keys of a scene to the limits, and adds a line for each one to `lines`. */
export function limitKeys(keys: Settings, lines: Set<string>): Settings {
  return Object.fromEntries(
    Object.entries(keys).map(([key, value]) => {
      const limit = KEY_LIMITS[key];
      if (limit === undefined || !(Number(value) > limit)) return [key, value];
      lines.add(`${key} ${value} is lowered to ${limit}`);
      return [key, limit];
    }),
  );
}

/** Returns a solver within the limits. */
export function limitChoice(choice: SolverChoice): SolverChoice {
  const { iterations, substeps } = choice;
  return {
    ...choice,
    iterations: iterations === undefined ? undefined : Math.min(iterations, WORLD_LIMITS.iterations),
    substeps: substeps === undefined ? undefined : Math.min(substeps, WORLD_LIMITS.substeps),
  };
}

/** Lowers the settings of a new world to the limits, and adds a line for each one to `lines`. */
export function limitWorld(world: World, lines: Set<string>): void {
  const settings = world.describe().world;
  for (const [key, limit] of Object.entries(WORLD_LIMITS)) {
    if (!(Number(settings[key]) > limit)) continue;
    world.set(key, limit);
    lines.add(`${key} ${String(settings[key])} is lowered to ${limit}`);
  }
}
