/* 3D worlds of the npm package in Node: the bits of the native library, drawing data, interaction, refusals. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build, nativeHash } from './support.mjs';

const STEPS = 500;
/* Numbers per record of the arrays. */
let CONTACT3_NUMBERS, INSTANCE_NUMBERS, JOINT_NUMBERS;
let engine;
let modulus;

before(async () => {
  engine = await import(pathToFileURL(path.join(build, 'web/package/index.js')).href);
  modulus = await engine.load();
  ({ CONTACT3_NUMBERS, INSTANCE_NUMBERS, JOINT_NUMBERS } = engine);
});

function step(world, steps) {
  for (let i = 0; i < steps; ++i) world.step();
}

/** Returns the highest dynamic body. */
function top(world) {
  const bodies = world.bodies().filter(({ type }) => type === 'dynamic');
  return bodies.reduce((highest, body) => (body.position[1] > highest.position[1] ? body : highest));
}

test(`after ${STEPS} steps every built-in 3D scene has the native hash, also if it is observed`, async () => {
  const names = modulus.catalogue.scenes3.map(({ name }) => name);
  assert.ok(names.length >= 18, `${names.length} scenes`);
  for (const [index, name] of names.entries()) {
    const native = nativeHash(name, '--steps', String(STEPS)); /* runs beside the steps below */
    const world = modulus.open(name);
    world.observe({ contacts: index % 2 === 0, sweeps: index % 2 === 0 });
    step(world, STEPS);
    assert.equal(world.hash(), await native, name);
    world.close();
  }
});

test('a snapshot is resumed bit for bit, also in another world', () => {
  for (const { name } of modulus.catalogue.scenes3) {
    const world = modulus.open3(name);
    step(world, 30);
    const snapshot = world.snapshot();
    step(world, 30);
    const hash = world.hash();
    const other = modulus.open3(name);
    for (const restored of [world, other]) {
      restored.restore(snapshot);
      step(restored, 30);
      assert.equal(restored.hash(), hash, name);
    }
    world.close();
    other.close();
  }
});

test('instances are at their bodies, and between two steps at fractions between', () => {
  const world = modulus.open3('ragdolls3');
  step(world, 20);
  const before = world.bodies();
  world.step();
  const after = new Map(world.bodies().map((body) => [body.index, body]));
  const heights = (fraction) => {
    const instances = world.instances(fraction);
    const found = new Map();
    for (let i = 0; i < instances.length; i += INSTANCE_NUMBERS) found.set(instances[i + 1], instances[i + 5]);
    return found;
  };
  const [start, middle, end] = [0, 0.5, 1].map(heights);
  for (const { index, position, type } of before.filter((body) => start.has(body.index))) {
    const y = after.get(index).position[1];
    assert.ok(Math.abs(end.get(index) - y) < 1e-5);
    if (type !== 'dynamic') continue;
    assert.ok(Math.abs(start.get(index) - position[1]) < 1e-5);
    assert.ok(Math.abs(middle.get(index) - (y + position[1]) / 2) < 1e-3);
  }
  world.close();
});

test('meshes have their triangles in order, and the version grows when shapes come or go', () => {
  const world = modulus.open3('card_house3');
  const { positions, normals, indices, ranges, edges, edgeRanges } = world.meshes();
  assert.equal(positions.length, normals.length);
  assert.equal(ranges.length, edgeRanges.length);
  assert.equal(ranges.at(-2) + ranges.at(-1), indices.length);
  assert.equal(edgeRanges.at(-2) + edgeRanges.at(-1), edges.length);
  assert.ok(Math.max(...indices, ...edges) < positions.length / 3);
  const meshes = ranges.length / 2;
  const version = world.shapesVersion;
  step(world, 5);
  assert.equal(world.shapesVersion, version);
  world.spawn('capsule', 0, 8, 0, 0.3);
  assert.ok(world.shapesVersion > version);
  assert.equal(world.meshes().ranges.length / 2, meshes + 1);
  world.spawn('capsule', 0, 9, 0, 0.3);
  assert.equal(world.meshes().ranges.length / 2, meshes + 1);
  world.close();
});

test('observed contacts have a contribution to the residual, others have none', () => {
  const world = modulus.open3('pool3', { solver: 'pgs' });
  step(world, 60);
  assert.ok(world.contacts().length > 100 * CONTACT3_NUMBERS);
  assert.ok(world.contacts().every((number, i) => i % CONTACT3_NUMBERS !== 9 || number < 0));
  world.observe({ contacts: true, sweeps: true });
  world.step();
  const contacts = world.contacts();
  const known = contacts.filter((number, i) => i % CONTACT3_NUMBERS === 9 && number >= 0);
  assert.ok(known.length > (0.9 * contacts.length) / CONTACT3_NUMBERS);
  assert.equal(world.sweepResiduals().length, world.report().sweeps + 1);
  world.close();
});

test('a body can be picked by a ray, dragged, and thrown', () => {
  const world = modulus.open3('tower3');
  const { index, position } = top(world);
  const picked = world.rayCast([position[0], position[1] + 10, position[2]], [0, -1, 0]);
  assert.equal(picked.index, index);
  assert.ok(picked.mass > 0 && picked.distance > 5 && picked.distance < 10);
  assert.equal(world.rayCast([50, 10, 50], [0, -1, 0]), undefined);
  world.grab(0, picked, ...picked.point);
  for (let i = 0; i < 60; ++i) {
    world.drag(0, picked.point[0], picked.point[1] + i / 20, picked.point[2]);
    world.step();
  }
  assert.equal(world.joints().length, JOINT_NUMBERS);
  assert.ok(Math.abs(top(world).position[1] - position[1] - 3) < 0.5);
  world.release(0);
  assert.equal(world.joints().length, 0);
  assert.ok(top(world).velocity[1] > 1);
  world.close();
});

test('bodies can be spawned, destroyed and pushed by an explosion', () => {
  const world = modulus.open3('pyramid3', { base: 3 });
  const { bodies } = world.report();
  for (const [i, shape] of engine.SPAWN_SHAPES3.entries()) world.spawn(shape, 0, 9 + 2 * i, 0, 0.4, 1, 0, 0);
  assert.equal(world.report().bodies, bodies + 4);
  const last = top(world);
  assert.deepEqual(last.velocity, [1, 0, 0]);
  world.destroyBody(last);
  assert.throws(() => world.destroyBody(last), engine.ModulusError);
  assert.equal(world.report().bodies, bodies + 3);
  world.explode(0, 0, 0, 10, 5);
  world.step();
  const speeds = world.bodies().map(({ velocity }) => Math.hypot(...velocity));
  assert.ok(Math.max(...speeds) > 3);
  const box = world.bounds();
  assert.ok(box[1] < box[4] && box[7] < box[10] && box[4] > box[10]);
  world.close();
});

test('settings and gravity change a running world, and a saved world runs on', () => {
  const world = modulus.open3('wall3', { solver: 'pgs' });
  world.set('friction_law', 'box');
  world.set('iterations', 7);
  world.setGravity(0, -1.6, 0.5);
  world.step();
  const description = world.describe();
  assert.equal(description.dimensions, 3);
  assert.equal(description.world.friction_law, 'box');
  assert.deepEqual(description.world.gravity, [0, -1.6, 0.5]);
  assert.equal(world.report().sweeps, 7);
  const again = modulus.readText3(world.save(), 'saved');
  assert.equal(again.report().bodies, world.report().bodies);
  assert.equal(again.describe().world.iterations, 7);
  world.close();
  again.close();
});

test('wrong calls throw one line that says why', () => {
  const world = modulus.open3('tower3');
  const hash = world.hash();
  const refused = (work, expected) =>
    assert.throws(work, (failure) => {
      assert.ok(failure instanceof engine.ModulusError);
      assert.match(failure.message, expected);
      assert.ok(!failure.message.includes('\n'));
      return true;
    });
  refused(() => modulus.open3('pool2'), /^pool2: this is a 2D scene, expected a 3D scene$/);
  refused(() => modulus.open2('tower3'), /^tower3: this is a 3D scene, expected a 2D scene$/);
  refused(() => modulus.readText2(world.save(), 'mine'), /^mine: this is a 3D scene, expected a 2D scene$/);
  refused(() => modulus.open('tower3', { boxs: 3 }), /^tower3: boxs: unknown key/);
  refused(() => world.set('friction_law', 'circle'), /friction_law: /);
  refused(() => world.setGravity(NaN, 0, 0), /gravity/);
  refused(() => world.spawn('pentagon', 0, 0, 0, 1), /./);
  refused(() => world.spawn('ball', 0, 0, 0, -1), /./);
  refused(() => world.explode(0, 0, 0, -1, 1), /./);
  refused(() => world.grab(0, { index: 99, generation: 1, local: [0, 0, 0] }, 0, 0, 0), /./);
  refused(() => world.drag(0, 0, 0, 0), /./);
  refused(() => world.restore(new Uint8Array(10)), /./);
  assert.equal(world.hash(), hash);
  world.close();
  for (const call of ['step', 'meshes', 'instances', 'joints', 'contacts', 'bodies', 'bounds', 'save', 'hash']) {
    refused(() => world[call](), /^the world is closed$/);
  }
  refused(() => world.shapesVersion, /^the world is closed$/);
  refused(() => world.rayCast([0, 0, 0], [0, 1, 0]), /^the world is closed$/);
  refused(() => world.release(0), /^the world is closed$/);
});
