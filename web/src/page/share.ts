/* Encodes a scene with its settings in the address of the page, after the #, which browsers do not send to servers.
 *
 *     #scene=pool2&k.circles=300&a=pgs&b=auto&a.iterations=20&a.position=auto&target=1e-4&gravity=0,-1.6
 *     #scene=pucks3&a=auto&a.friction=box&b=auto&b.friction=disc
 *     #z=...                                    a whole scene, deflated, in URL-safe base64
 *
 * As everywhere, "a=pgs" names the solver of velocities and of positions, and "a.position" another one for positions.
 * Addresses of older versions are read too: "amgs:alpha=auto" for "auto", "a.recovery" for "a.position".
 */
import { ModulusError } from '../engine/error.js';
import type { Settings } from '../engine/types.js';
import { MAX_ADDRESS_TEXT } from './limits.js';
import { showcaseOf } from './showcases.js';
import type { Source } from './simulation.js';
import { AUTO, PGS, choiceOf, specOf } from './solver.js';
import type { SolverChoice } from './solver.js';

export interface Shared {
  source: Source;
  choices: SolverChoice[];
  target: number;
  /** Undefined: the scene's gravity. */
  gravity?: readonly number[] | undefined;
}

/** The default view: PGS and auto side by side on the paper's second pool. */
export function firstView(): Shared {
  return { source: { kind: 'builtin', name: 'pool1', keys: {} }, choices: [{ ...PGS }, { ...AUTO }], target: 1e-4 };
}

/** The view of a showcase (showcases.ts). */
export function showcaseView(scene: string): Shared {
  const showcase = showcaseOf(scene);
  if (showcase === undefined) return firstView();
  const { keys, choices } = showcase;
  return { ...firstView(), source: { kind: 'builtin', name: scene, keys: { ...keys } }, choices: [...choices] };
}

const SIDES = ['a', 'b'];
const NUMBERS = ['iterations', 'substeps', 'budget'] as const;

/* ---- Bytes as text ----------------------------------------------------------------------------------------------------- */

function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>);
}

/** Returns the text of a stream. Stops reading and throws if it is longer than the limit. */
async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_ADDRESS_TEXT) {
      await reader.cancel();
      throw new ModulusError(
        `The address contains a scene of more than ${MAX_ADDRESS_TEXT / 2 ** 20} MB, which is too large for this page. ` +
          'The page shows the default scene instead.',
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function pack(text: string): Promise<string> {
  const stream = through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return readText(through(bytes, new DecompressionStream('deflate-raw')));
}

/* ---- Writing ----------------------------------------------------------------------------------------------------------- */

function writeChoice(parameters: URLSearchParams, side: string, choice: SolverChoice): void {
  parameters.set(side, specOf(choice));
  for (const key of NUMBERS) {
    const value = choice[key];
    if (value !== undefined && value !== 0) parameters.set(`${side}.${key}`, String(value));
  }
  if (choice.positionSolver !== undefined) parameters.set(`${side}.position`, choice.positionSolver);
  if (choice.frictionLaw !== undefined) parameters.set(`${side}.friction`, choice.frictionLaw);
  if (choice.stopsAtTarget) parameters.set(`${side}.stops`, '1');
}

/** Returns the part of the address after the #. */
export async function toAddress(shared: Shared): Promise<string> {
  const parameters = new URLSearchParams();
  const { source } = shared;
  if (source.kind === 'builtin') {
    parameters.set('scene', source.name);
    for (const [key, value] of Object.entries(source.keys)) parameters.set(`k.${key}`, String(value));
  } else {
    parameters.set('name', source.name);
    parameters.set('z', await pack(source.text));
  }
  shared.choices.forEach((choice, index) => writeChoice(parameters, SIDES[index] ?? '', choice));
  if (shared.target !== firstView().target) parameters.set('target', String(shared.target));
  if (shared.gravity !== undefined) parameters.set('gravity', shared.gravity.join(','));
  return parameters.toString().replaceAll('%3A', ':').replaceAll('%3D', '=');
}

/* ---- Reading ----------------------------------------------------------------------------------------------------------- */

function readChoice(parameters: URLSearchParams, side: string): SolverChoice | undefined {
  const spec = parameters.get(side);
  if (spec === null) return undefined;
  const choice = choiceOf(spec);
  for (const key of NUMBERS) {
    const value = Number(parameters.get(`${side}.${key}`) ?? NaN);
    if (Number.isFinite(value)) choice[key] = value;
  }
  const position = parameters.get(`${side}.position`) ?? parameters.get(`${side}.recovery`);
  if (position !== null) choice.positionSolver = position === 'amgs:alpha=auto' ? 'auto' : position;
  const law = parameters.get(`${side}.friction`);
  if (law !== null) choice.frictionLaw = law;
  choice.stopsAtTarget = parameters.get(`${side}.stops`) === '1';
  return choice;
}

async function readSource(parameters: URLSearchParams): Promise<Source | undefined> {
  const packed = parameters.get('z');
  if (packed !== null) {
    return { kind: 'document', name: parameters.get('name') ?? 'shared', text: await unpack(packed) };
  }
  const name = parameters.get('scene');
  if (name === null) return undefined;
  const keys: Settings = {};
  for (const [key, value] of parameters) {
    if (key.startsWith('k.')) keys[key.slice(2)] = value;
  }
  return { kind: 'builtin', name, keys };
}

/** Decodes an address. Returns the default view if it contains no scene. Throws if it was cut or changed. */
export async function fromAddress(hash: string): Promise<Shared> {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const source = await readSource(parameters);
  const first = firstView();
  if (source === undefined) return first;
  const showcase = source.kind === 'builtin' ? showcaseOf(source.name) : undefined;
  const isBare = source.kind === 'builtin' && Object.keys(source.keys).length === 0 && !parameters.has('a');
  if (showcase !== undefined && isBare) source.keys = { ...showcase.keys };
  const choices = SIDES.map((side) => readChoice(parameters, side)).filter((choice) => choice !== undefined);
  const target = Number(parameters.get('target') ?? NaN);
  const gravity = (parameters.get('gravity') ?? '').split(',').map(Number);
  const isGravity = (gravity.length === 2 || gravity.length === 3) && gravity.every(Number.isFinite);
  return {
    gravity: isGravity ? gravity : undefined,
    source,
    choices: choices.length > 0 ? choices : showcase !== undefined ? [...showcase.choices] : first.choices,
    target: target > 0 && Number.isFinite(target) ? target : first.target,
  };
}
