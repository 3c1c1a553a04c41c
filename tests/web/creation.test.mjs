/* Worlds that are built call by call are the worlds of scene files, bit for bit; bodies can be pushed, moved and destroyed, and
 * handles of what was destroyed are refused. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { definitions, definitionsFile } from '../../web/definitions.mjs';
import { build, nativeHash, root } from './support.mjs';

let engine;
let modulus;

before(async () => {
  engine = await import(pathToFileURL(path.join(build, 'web/package/index.js')).href);
  modulus = await engine.load();
});

function step(world, steps) {
  for (let i = 0; i < steps; ++i) world.step();
}

function assertRefused(work, expected) {
  assert.throws(work, (failure) => {
    assert.ok(failure instanceof engine.ModulusError, String(failure));
    assert.match(failure.message, expected);
    assert.ok(!failure.message.includes('\n'));
    return true;
  });
}

/** Replaces the name of its material in a shape by the values of the material. */
function withMaterial({ material, ...shape }, materials) {
  return { ...materials?.[material], ...shape };
}

/** Builds the world of a scene call by call; every second body gets its shapes one by one. */
function assemble(scene) {
  const { dt, world: settings, bodies, joints = [], materials } = scene;
  const world = (scene.dimensions === 3 ? modulus.createWorld3 : modulus.createWorld2).call(modulus, {
    dt,
    ...settings,
  });
  const names = new Map();
  const handles = bodies.map(({ name, shapes = [], ...body }, i) => {
    const complete = shapes.map((shape) => withMaterial(shape, materials));
    const atOnce =
      i % 2 === 0 || body.mass !== undefined || body.velocity !== undefined || body.angular_velocity !== undefined;
    const handle = world.createBody(atOnce ? { ...body, shapes: complete } : body);
    if (!atOnce) for (const shape of complete) world.createShape(handle, shape);
    names.set(name, handle);
    return handle;
  });
  for (const joint of joints) {
    const pair = joint.bodies.map((body) => (body === null ? null : (names.get(body) ?? handles[body])));
    world.createJoint({ ...joint, bodies: pair });
  }
  return world;
}

test('worlds that are built call by call have the hashes of their scene files', async () => {
  for (const name of ['funnel', 'tumbler', 'vehicle3', 'washer3']) {
    const text = await readFile(path.join(root, `scenes/${name}.json`), 'utf8');
    const read = modulus.readText(text, name);
    const built = assemble(JSON.parse(text));
    step(read, 60);
    step(built, 60);
    assert.equal(built.hash(), read.hash(), name);
    read.close();
    built.close();
  }
});

test('built-in scenes can be built call by call from what they save', () => {
  for (const { name } of [...modulus.catalogue.scenes, ...modulus.catalogue.scenes3]) {
    const text = modulus.open(name).save();
    const scene = JSON.parse(text);
    if (scene.bodies.length > 260)
      continue; /* for the time of this test; all kinds of shapes and joints are in the others */
    const read = modulus.readText(text, name);
    const built = assemble(scene);
    step(read, 20);
    step(built, 20);
    assert.equal(built.hash(), read.hash(), name);
    read.close();
    built.close();
  }
});

test('the command runs a world that was created call by call and saved, with the same bits', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'modulus-creation-'));
  try {
    for (const dimensions of [2, 3]) {
      const settings = { solver: 'pgs', iterations: 15, dt: 0.01, name: 'tilted' };
      const world = dimensions === 2 ? modulus.createWorld2(settings) : modulus.createWorld3(settings);
      const at = (x, y) => (dimensions === 2 ? [x, y] : [x, y, x / 2]);
      const turn = dimensions === 2 ? { angle: 0.3 } : { rotation_vector: [0, 0, 0.3] };
      const half = dimensions === 2 ? [5, 0.5] : [5, 0.5, 5];
      world.createBody({ ...turn, shapes: [{ box: { half } }] });
      for (let i = 0; i < 8; ++i) {
        const round = dimensions === 2 ? { circle: { radius: 0.4 } } : { sphere: { radius: 0.4 } };
        world.createBody({ type: 'dynamic', position: at(i / 9, 2 + i), shapes: [round] });
      }
      const file = path.join(folder, `${dimensions}.json`);
      await writeFile(file, world.save());
      step(world, 150);
      assert.equal(world.hash(), await nativeHash(file, '--steps', '150'));
      world.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('forces, impulses and velocities move a body as mechanics says', () => {
  const flat = modulus.createWorld2({ gravity: [0, 0], dt: 0.01 });
  const disc = flat.createBody({ type: 'dynamic', shapes: [{ circle: { radius: 1 }, density: 2 / Math.PI }] });
  flat.applyForce(disc, [4, 0]);
  flat.applyTorque(disc, 3);
  flat.step();
  let body = flat.body(disc);
  assert.ok(Math.abs(body.mass - 2) < 1e-9);
  assert.ok(Math.abs(body.velocityX - 0.02) < 1e-9 && Math.abs(body.angularVelocity - 0.03) < 1e-9);
  flat.setVelocity(disc, [0, 0], 0);
  flat.applyImpulse(disc, [0, 2]);
  flat.applyAngularImpulse(disc, -1);
  body = flat.body(disc);
  assert.ok(Math.abs(body.velocityY - 1) < 1e-9 && Math.abs(body.angularVelocity + 1) < 1e-9);
  flat.setVelocity(disc, [5, 6]);
  assert.equal(flat.body(disc).angularVelocity, body.angularVelocity);
  flat.setTransform(disc, [3, 4], Math.PI / 2);
  body = flat.body(disc);
  assert.ok(body.x === 3 && body.y === 4 && Math.abs(body.sine - 1) < 1e-12);
  flat.setVelocity(disc, [0, 0], 0);
  flat.applyImpulse(disc, [0, 2], [body.x + 1, body.y]);
  assert.ok(Math.abs(flat.body(disc).angularVelocity - 2) < 1e-9); /* 2 N s at 1 m over m r^2 / 2 */

  const space = modulus.createWorld3({ gravity: [0, 0, 0], dt: 0.01 });
  const ball = space.createBody({ type: 'dynamic', mass: { mass: 2, inertia: [1, 1, 1] } });
  space.createShape(ball, { sphere: { radius: 1 } });
  space.applyForce(ball, [0, 0, 4]);
  space.applyTorque(ball, [0, 3, 0]);
  space.step();
  let state = space.body(ball);
  assert.ok(Math.abs(state.velocity[2] - 0.02) < 1e-9 && Math.abs(state.angularVelocity[1] - 0.03) < 1e-9);
  space.setVelocity(ball, [1, 2, 3], [4, 5, 6]);
  state = space.body(ball);
  assert.deepEqual(
    [state.velocity, state.angularVelocity],
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  );
  space.applyImpulse(ball, [2, 0, 0], state.position);
  assert.deepEqual(space.body(ball).velocity, [2, 2, 3]);
  space.setTransform(ball, [7, 8, 9], [0, 1, 0, 0]);
  assert.deepEqual(space.body(ball).position, [7, 8, 9]);
  assert.deepEqual(space.body(ball).rotation, [0, 1, 0, 0]);
  space.setAwake(ball, false);
  assert.equal(space.body(ball).awake, false);
  space.setEnabled(ball, false);
  assert.equal(space.instances().length, 0);
  flat.close();
  space.close();
});

test('events say what touched, fell asleep and broke', () => {
  const world = modulus.createWorld3();
  const ground = world.createBody();
  const floor = world.createShape(ground, { plane: {} });
  const box = world.createBody({ type: 'dynamic', position: [0, 1, 0] });
  const shape = world.createShape(box, { box: { half: [0.5, 0.5, 0.5] } });
  const hook = world.createBody({ position: [10, 5, 0] });
  const load = world.createBody({ type: 'dynamic', position: [10, 4, 0], shapes: [{ sphere: { radius: 0.2 } }] });
  const rope = world.createJoint({ type: 'ball', bodies: [hook, load], at: [10, 5, 0], break_force: 1 });
  const seen = [];
  for (let i = 0; i < 150; ++i) {
    world.step();
    seen.push(...world.events());
  }
  const begin = seen.find(
    ({ type, shapes }) => type === 'contact_begin' && shapes.some(({ index }) => index === shape.index),
  );
  const pair = [floor, shape].sort((a, b) => a.index - b.index);
  assert.deepEqual(
    [...begin.shapes].sort((a, b) => a.index - b.index),
    pair,
  );
  const hit = seen.find(({ type }) => type === 'contact_hit');
  assert.ok(hit.speed > 1 && Math.abs(Math.abs(hit.normal[1]) - 1) < 1e-6 && hit.impulse > 0);
  assert.ok(seen.some((event) => event.type === 'body_sleep' && event.body.index === box.index));
  assert.deepEqual(seen.find(({ type }) => type === 'joint_broken').joint, rope);
  assert.equal(world.exists('joint', rope), false);
  world.close();
});

test('what is destroyed is gone, and its handle is refused', () => {
  for (const dimensions of [2, 3]) {
    const world = dimensions === 2 ? modulus.createWorld2() : modulus.createWorld3();
    const zero = dimensions === 2 ? [0, 0] : [0, 0, 0];
    const round = dimensions === 2 ? { circle: { radius: 1 } } : { sphere: { radius: 1 } };
    const ground = world.createBody();
    const body = world.createBody({ type: 'dynamic', shapes: [round] });
    const single = world.body(body).mass;
    const second = world.createShape(body, { ...round, density: 500 });
    assert.ok(world.body(body).mass > single);
    world.destroyShape(second);
    assert.ok(Math.abs(world.body(body).mass - single) < 1e-9 * single);
    assertRefused(
      () => world.destroyShape(second),
      /must be the handle of an existing shape, is index \d+, generation \d+/,
    );
    const joint = world.createJoint({ type: 'weld', bodies: [ground, body], at: zero });
    world.destroyJoint(joint);
    assertRefused(() => world.destroyJoint(joint), /must be the handle of an existing joint/);
    world.createJoint({ type: 'weld', bodies: [ground, body], at: zero });
    assert.ok(world.exists('body', body) && !world.exists('shape', second) && !world.exists('joint', joint));
    world.destroyBody(body);
    assert.equal(world.exists('body', body), false);
    const reused = world.createBody({ type: 'dynamic' });
    assert.equal(reused.index, body.index);
    assert.notEqual(reused.generation, body.generation);
    assertRefused(() => world.destroyBody(body), /must be the handle of an existing body/);
    assertRefused(() => world.body(body), /^expected the handle of an existing body, got index \d+, generation \d+$/);
    assertRefused(() => world.createShape(body, round), /^createShape: expected the handle of an existing body/);
    assertRefused(
      () => world.createJoint({ type: 'weld', bodies: [ground, body], at: zero }),
      /^createJoint: bodies\[1\]: expected the handle of an existing body, got index \d+, generation \d+$/,
    );
    assertRefused(() => world.setVelocity(body, zero, zero), /must be the handle of an existing body/);
    assertRefused(() => world.applyForce(body, zero), /must be the handle of an existing body/);
    assertRefused(() => world.setTransform(body, zero), /must be the handle of an existing body/);
    world.close();
    assertRefused(() => world.createBody(), /^the world is closed$/);
    assertRefused(() => world.createShape(reused, round), /^the world is closed$/);
    assertRefused(
      () => world.createJoint({ type: 'weld', bodies: [ground, reused], at: zero }),
      /^the world is closed$/,
    );
  }
});

test('bodies, shapes and joints change while the world runs', () => {
  for (const dimensions of [2, 3]) {
    const world = dimensions === 2 ? modulus.createWorld2() : modulus.createWorld3();
    const at = (x, y) => (dimensions === 2 ? [x, y] : [x, y, 0]);
    const half = dimensions === 2 ? [0.5, 0.1] : [0.5, 0.1, 0.1];
    const [type, axis] = dimensions === 2 ? ['revolute', {}] : ['hinge', { axis: [0, 0, 1] }];
    const spin = () => (dimensions === 2 ? world.body(rotor).angularVelocity : world.body(rotor).angularVelocity[2]);
    const post = world.createBody();
    const rotor = world.createBody({ type: 'dynamic', enable_sleep: false });
    const shape = world.createShape(rotor, { box: { half } });
    const motor = world.createJoint({ type, bodies: [post, rotor], at: at(0, 0), ...axis });
    world.changeJoint(motor, { motor_speed: 3, motor_limit: 1e4 });
    step(world, 10);
    assert.ok(Math.abs(spin() - 3) < 0.01, `${spin()}`);
    world.changeJoint(motor, { motor_speed: -1 });
    step(world, 10);
    assert.ok(Math.abs(spin() + 1) < 0.01);
    const { mass } = world.body(rotor);
    world.changeShape(shape, { density: dimensions === 2 ? 2 : 2000 });
    assert.ok(Math.abs(world.body(rotor).mass / mass - 2) < 1e-9);
    world.destroyJoint(motor);
    world.changeBody(rotor, { gravity_scale: 0, linear_damping: 5, angular_damping: 5 });
    world.setVelocity(rotor, at(1, 0));
    step(world, 60);
    assert.ok(Math.abs(spin()) < 0.05);
    const { velocityX, velocity = [velocityX] } = world.body(rotor);
    assert.ok(velocity[0] > 0 && velocity[0] < 0.05);
    world.changeBody(rotor, { type: 'static' });
    assert.equal(world.body(rotor).type, 'static');
    assertRefused(
      () => world.changeJoint(motor, { motor_speed: 1 }),
      /^changeJoint: expected the handle of an existing joint/,
    );
    assertRefused(
      () => world.changeBody(rotor, { mass: 1 }),
      /^changeBody: mass: unknown key, expected one of type, linear_damping/,
    );
    assertRefused(
      () => world.changeBody(rotor, { gravity_scale: 'half' }),
      /^changeBody: gravity_scale: expected a number, got "half"$/,
    );
    assertRefused(
      () => world.changeShape(shape, { friction: -1 }),
      /^changeShape: friction: expected a number >= 0, got -1$/,
    );
    assertRefused(() => world.changeShape(shape, { box: { half } }), /^changeShape: box: unknown key/);
    const weld = world.createJoint({ type: 'weld', bodies: [post, world.createBody({ type: 'dynamic' })] });
    assertRefused(() => world.changeJoint(weld, { type: 'hinge' }), /^changeJoint: type: unknown key/);
    assertRefused(() => world.changeJoint(weld, { lower: 2, upper: 1 }), /lower/);
    world.close();
    assertRefused(() => world.changeBody(rotor, {}), /^the world is closed$/);
  }
});

test('a chain is one shape', () => {
  const world = modulus.createWorld2();
  const ground = world.createBody();
  const chain = world.createShape(ground, {
    chain: {
      points: [
        [5, 0],
        [0, 0],
        [-5, 1],
      ],
    },
  });
  const ball = world.createBody({ type: 'dynamic', position: [0, 1], shapes: [{ circle: { radius: 0.5 } }] });
  step(world, 60);
  assert.ok(world.body(ball).y > 0.3);
  world.changeShape(chain, { sensor: true });
  step(world, 2);
  world.changeShape(chain, { sensor: false });
  world.destroyShape(chain);
  step(world, 60);
  assert.ok(world.body(ball).y < -1);
  world.close();
});

test('a wrong definition is refused with the path of its key, and changes nothing', () => {
  assertRefused(() => modulus.createWorld2({ gravity: [0, 0, -9] }), /^createWorld2: world.gravity: expected \[x, y\]/);
  assertRefused(
    () => modulus.createWorld3({ solvr: 'pgs' }),
    /^createWorld3: world.solvr: unknown key, did you mean "solver"\?$/,
  );
  assertRefused(() => modulus.createWorld3({ dt: -1 }), /^createWorld3: dt: expected a number > 0/);
  const world = modulus.createWorld3();
  const ground = world.createBody({ shapes: [{ plane: {} }] });
  const body = world.createBody({ type: 'dynamic' });
  const before = world.save();
  const version = world.shapesVersion;
  const refusals = [
    [() => world.createBody({ position: [0, 1] }), /^createBody: position: expected \[x, y, z\]/],
    [
      () => world.createBody({ type: 'dynamic', shapes: [{ sphere: { radius: -1 } }] }),
      /^createBody: shapes\[0\].sphere.radius: /,
    ],
    [
      () => world.createBody({ type: 'dynamic', shapes: [{ sphere: { radius: 1 } }, { plane: {} }] }),
      /a dynamic body cannot have a plane/,
    ],
    [
      () => world.createShape(body, { sphere: { radius: 1 }, frction: 1 }),
      /^createShape: frction: unknown key, did you mean "friction"\?$/,
    ],
    [() => world.createShape(body, {}), /^createShape: the geometry is missing/],
    [() => world.createShape(body, { sphere: { radius: 1 }, box: { half: [1, 1, 1] } }), /a second geometry/],
    [() => world.createShape(body, { hull: { file: 'rock.obj' } }), /file/],
    [() => world.createShape(body, { sphere: { radius: 1 }, material: 'ice' }), /material/],
    [
      () => world.createJoint({ type: 'hinge', bodies: [ground, ground], at: [0, 0, 0] }),
      /^createJoint: bodies: expected two different bodies$/,
    ],
    [
      () => world.createJoint({ type: 'hinge', bodies: [0, 1], at: [0, 0, 0] }),
      /^createJoint: bodies\[0\]: expected the handle of a body, got 0$/,
    ],
    [
      () => world.createJoint({ type: 'hing', bodies: [ground, body] }),
      /^createJoint: type: unknown word "hing", did you mean "hinge"\?$/,
    ],
    [() => world.createJoint({ type: 'hinge' }), /^createJoint: the key "bodies" is missing$/],
    [() => world.applyForce(body, [NaN, 0, 0]), /force/],
    [() => world.setVelocity(ground, [1, 0, 0], [0, 0, 0]), /static|dynamic|kinematic/],
    [() => world.setTransform(body, [0, 0, 0], [0, 0, 0, 0]), /rotation|transform/],
  ];
  for (const [work, expected] of refusals) assertRefused(work, expected);
  assert.equal(world.save(), before);
  assert.equal(world.shapesVersion, version);
  world.close();
});

test('numbers that JSON does not have are understood', () => {
  const world = modulus.createWorld3({ max_correction_speed: Infinity, gravity: undefined });
  assert.equal(world.describe().world.max_correction_speed, 'infinity');
  const ground = world.createBody({ rotation_vector: [-Math.PI / 2, 0, 0] });
  const heights = [new Float32Array([0, 0, 0]), new Float64Array([0, 0.5, 0]), [0, null, 0]];
  world.createShape(ground, { height_field: { heights, spacing: [1, 1] } });
  assert.equal(world.meshes().ranges[1] / 3, 5); /* of 8 triangles, three have the hole as a corner */
  assertRefused(
    () => world.createBody({ linear_damping: Infinity }),
    /linear_damping: expected a number >= 0, got "infinity"/,
  );
  world.close();
});

test('the types of definitions are those of the schemas', async () => {
  for (const dimensions of [2, 3]) {
    const written = await readFile(definitionsFile(dimensions), 'utf8');
    assert.equal(written, await definitions(dimensions), 'after a change of a schema run: node web/definitions.mjs');
  }
});
