/* Writes the TypeScript types of the objects of a scene from its JSON schema, for the functions of the npm package that create them.
 *
 *     node definitions.mjs          writes src/engine/definitions2.ts and definitions3.ts
 *
 * The files are in the repository; tests/web/definitions.test.mjs checks that they are what this script writes. A keyword of a
 * schema that it does not know is an error.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format } from 'prettier';

const root = path.dirname(fileURLToPath(import.meta.url));

/** Keys that only make sense in a file: names of materials and bodies, and other files. */
const FILE_KEYS = ['file', 'object', 'scale', 'origin'];
const LEFT_OUT = { shape: ['material'], body: ['name'], hull: FILE_KEYS, mesh: FILE_KEYS };
/** Keys that are required where there are no files. */
const REQUIRED = { hull: ['points'], mesh: ['vertices', 'triangles'] };
/** Keywords that restrict values beyond their TypeScript type. The engine checks them. */
const CHECKS = ['minimum', 'maximum', 'exclusiveMinimum', 'minItems', 'maxItems', 'maxLength', 'pattern'];
const KNOWN = ['description', 'default', 'type', 'enum', 'const', 'anyOf', 'oneOf', 'items', '$ref', ...CHECKS];
const OBJECT = ['properties', 'required', 'additionalProperties'];

function nameOf(reference, dimensions) {
  const key = reference.replace('#/$defs/', '');
  if (key === 'vec') return `Vector${dimensions}`;
  if (key === 'rotation') return dimensions === 2 ? 'Vector2' : 'Quaternion';
  if (key === 'bits') return 'number | `0x${string}`';
  const words = key.split('_').map((word) => word[0].toUpperCase() + word.slice(1));
  return `${words.join('')}Definition${dimensions}`;
}

function arrayType(rule, dimensions) {
  const item = typeOf(rule.items, dimensions);
  if (rule.minItems !== undefined && rule.minItems === rule.maxItems) {
    return `[${Array(rule.minItems).fill(item).join(', ')}]`;
  }
  return `(${item})[]`;
}

function union(types) {
  return [...new Set(types)].join(' | ');
}

function typeOf(rule, dimensions) {
  for (const key of Object.keys(rule)) {
    if (!KNOWN.includes(key)) throw new Error(`unknown keyword ${key} in ${JSON.stringify(rule)}`);
  }
  if (rule.$ref !== undefined) return nameOf(rule.$ref, dimensions);
  const literal = (value) => (value === 'infinity' || value === '-infinity' ? 'number' : JSON.stringify(value));
  if (rule.const !== undefined) return literal(rule.const);
  if (rule.enum !== undefined) return union(rule.enum.map(literal));
  const choices = rule.anyOf ?? rule.oneOf;
  if (choices !== undefined) return union(choices.flatMap((choice) => typeOf(choice, dimensions).split(' | ')));
  if (rule.type === 'array') return arrayType(rule, dimensions);
  const plain = { number: 'number', integer: 'number', string: 'string', boolean: 'boolean', null: 'null' }[rule.type];
  if (plain === undefined) throw new Error(`unknown type in ${JSON.stringify(rule)}`);
  return plain;
}

/** The comment of a property: its description and its default. */
function comment({ description, default: value }) {
  const standard =
    value !== undefined && !/default/.test(description ?? '') ? [`default ${JSON.stringify(value)}`] : [];
  const text = [...(description !== undefined ? [description] : []), ...standard].join('; ');
  return text !== '' ? `/** ${text}. */` : '';
}

/** The bodies of a joint are handles here, and indices or names in a file. */
const BODIES =
  '/** The first and the second body. The first body of a mouse joint may be null. */\nbodies: [BodyId | null, BodyId];';

function membersOf(key, rule, dimensions, isWanted) {
  const members = Object.entries(rule.properties).filter(([name]) => isWanted(name));
  return members.map(([name, property]) => {
    if (key === 'joint' && name === 'bodies') return BODIES;
    const isRequired = rule.required?.includes(name) || REQUIRED[key]?.includes(name);
    const type = typeOf(property, dimensions);
    return `${comment(property)}\n${name}${isRequired ? `: ${type}` : `?: ${type} | undefined`};`;
  });
}

/** A shape has exactly one geometry: an interface for the rest, and a union of the geometries. */
function writeShape(rule, dimensions) {
  const geometries = rule.oneOf.map(({ required }) => required[0]);
  const isRest = (name) => !geometries.includes(name) && !LEFT_OUT.shape.includes(name);
  const choices = geometries.map((name) => `{ ${name}: ${typeOf(rule.properties[name], dimensions)} }`);
  return [
    `/** Material and filter of a shape. */`,
    `export interface MaterialDefinition${dimensions} {`,
    ...membersOf('shape', rule, dimensions, isRest),
    '}',
    `/** One geometry of a shape, in body coordinates. */`,
    `export type GeometryDefinition${dimensions} = ${choices.join(' | ')};`,
    `/** A shape: one geometry with its material and filter. */`,
    `export type ShapeDefinition${dimensions} = MaterialDefinition${dimensions} & GeometryDefinition${dimensions};`,
  ];
}

function writeDefinition(key, rule, dimensions) {
  const unknown = Object.keys(rule).filter((name) => !KNOWN.includes(name) && !OBJECT.includes(name));
  if (unknown.length > 0) throw new Error(`unknown keyword ${unknown[0]} in ${key}`);
  if (key === 'shape') return writeShape(rule, dimensions);
  return [
    comment({ description: rule.description }),
    `export interface ${nameOf(key, dimensions)} {`,
    ...membersOf(key, rule, dimensions, (name) => !(LEFT_OUT[key] ?? []).includes(name)),
    '}',
  ];
}

/** Returns the text of definitions2.ts or definitions3.ts. */
export async function definitions(dimensions) {
  const file = dimensions === 2 ? 'scene.schema.json' : 'scene3.schema.json';
  const schema = JSON.parse(await readFile(path.join(root, '../docs', file), 'utf8'));
  const scene = { properties: {} };
  for (const name of ['name', 'about', 'dt']) scene.properties[name] = schema.properties[name];
  schema.$defs.world.properties = { ...scene.properties, ...schema.$defs.world.properties };
  const wanted = Object.entries(schema.$defs).filter(([key]) => !['vec', 'rotation', 'bits', 'material'].includes(key));
  const imported = dimensions === 2 ? 'BodyId, Vector2' : 'BodyId, Quaternion, Vector3';
  const text = [
    `/* Definitions of the objects of a ${dimensions}D world. Written by web/definitions.mjs from docs/${file}. */`,
    `import type { ${imported} } from './types.js';\n`,
    ...wanted.flatMap(([key, rule]) => writeDefinition(key, rule, dimensions)),
  ].join('\n');
  const style = JSON.parse(await readFile(path.join(root, '.prettierrc.json'), 'utf8'));
  return format(text, { ...style, parser: 'typescript' });
}

/** Returns the path of the file. */
export function definitionsFile(dimensions) {
  return path.join(root, `src/engine/definitions${dimensions}.ts`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const dimensions of [2, 3]) await writeFile(definitionsFile(dimensions), await definitions(dimensions));
}
