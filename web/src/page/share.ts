/* A scene with its settings in the address of the page, behind the #: nothing is sent anywhere.
 *
 *     #scene=pool2&k.circles=300&a=pgs&b=amgs:alpha=auto&a.iterations=20&target=1e-4&gravity=0,-1.6
 *     #z=...                                    a whole scene, deflated, in base64 for addresses
 */
import type { Settings } from '../engine/types.js';
import type { Source } from './simulation.js';
import { AUTO, PGS, choiceOf, specOf } from './solver.js';
import type { SolverChoice } from './solver.js';

export interface Shared {
  source: Source;
  choices: SolverChoice[];
  target: number;
  /** Undefined: that of the scene. */
  gravity?: [number, number] | undefined;
}

/** What a visitor sees first: the paper's claim, side by side. */
export function firstView(): Shared {
  return { source: { kind: 'builtin', name: 'pool2', keys: {} }, choices: [{ ...PGS }, { ...AUTO }], target: 1e-4 };
}

const SIDES = ['a', 'b'];
const NUMBERS = ['iterations', 'substeps', 'budget'] as const;

/* ---- Bytes as text ----------------------------------------------------------------------------------------------------- */

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

/* ---- Writing ----------------------------------------------------------------------------------------------------------- */

function putChoice(parameters: URLSearchParams, side: string, choice: SolverChoice): void {
  parameters.set(side, specOf(choice));
  for (const key of NUMBERS) {
    const value = choice[key];
    if (value !== undefined && value !== 0) parameters.set(`${side}.${key}`, String(value));
  }
  if (choice.recovery !== 'follow') parameters.set(`${side}.recovery`, choice.recovery);
  if (choice.stops) parameters.set(`${side}.stops`, '1');
}

/** What stands behind the #. */
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
  shared.choices.forEach((choice, place) => putChoice(parameters, SIDES[place] ?? '', choice));
  if (shared.target !== firstView().target) parameters.set('target', String(shared.target));
  if (shared.gravity !== undefined) parameters.set('gravity', shared.gravity.join(','));
  return parameters.toString().replaceAll('%3A', ':').replaceAll('%3D', '=');
}

/* ---- Reading ----------------------------------------------------------------------------------------------------------- */

function takeChoice(parameters: URLSearchParams, side: string): SolverChoice | undefined {
  const spec = parameters.get(side);
  if (spec === null) return undefined;
  const choice = choiceOf(spec);
  for (const key of NUMBERS) {
    const value = Number(parameters.get(`${side}.${key}`) ?? NaN);
    if (Number.isFinite(value)) choice[key] = value;
  }
  const recovery = parameters.get(`${side}.recovery`);
  if (recovery === 'pgs' || recovery === 'amgs:alpha=auto') choice.recovery = recovery;
  choice.stops = parameters.get(`${side}.stops`) === '1';
  return choice;
}

async function takeSource(parameters: URLSearchParams): Promise<Source | undefined> {
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

/** What an address shares; the first view where it shares nothing. Throws where it is cut or changed. */
export async function fromAddress(hash: string): Promise<Shared> {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const source = await takeSource(parameters);
  const first = firstView();
  if (source === undefined) return first;
  const choices = SIDES.map((side) => takeChoice(parameters, side)).filter((choice) => choice !== undefined);
  const target = Number(parameters.get('target') ?? NaN);
  const gravity = (parameters.get('gravity') ?? '').split(',').map(Number);
  const [x, y] = gravity;
  const isGravity = gravity.length === 2 && gravity.every(Number.isFinite);
  return {
    gravity: isGravity && x !== undefined && y !== undefined ? [x, y] : undefined,
    source,
    choices: choices.length > 0 ? choices : first.choices,
    target: target > 0 && Number.isFinite(target) ? target : first.target,
  };
}
