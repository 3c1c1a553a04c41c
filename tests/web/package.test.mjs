/* The npm package: packed, installed into an empty folder, then used from Node, TypeScript and a page. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { build, launch, nativeHash, root } from './support.mjs';

const run = promisify(execFile);
let folder;
let installed;
/** Hashes of the native command, by solver. */
const expected = {};

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'modulus-package-'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder, path.join(build, 'web/package')], {
    cwd: folder,
  });
  const [{ filename }] = JSON.parse(packed.stdout);
  await writeFile(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', path.join(folder, filename)], { cwd: folder });
  installed = path.join(folder, 'node_modules/modulus-engine');
  for (const solver of ['pgs', 'auto']) {
    expected[solver] = await nativeHash('pool2', '--steps', '600', '--solver', solver);
  }
});
after(() => rm(folder, { recursive: true, force: true }));

/** Returns the lines of the example that a page or program has printed, with the hashes of the command. */
function assertExample(text) {
  for (const solver of ['pgs', 'auto']) {
    assert.match(text, new RegExp(`^${solver}: RES .*, hash ${expected[solver]}$`, 'm'));
  }
}

test('the example runs in Node, names both solvers by one word and has the native hashes', async () => {
  const { stdout } = await run(process.execPath, [path.join(installed, 'example.mjs')]);
  assertExample(stdout);
});

test('the example runs in a browser and has the native hash', async () => {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };
  const server = createServer(async (request, response) => {
    const file = path.join(installed, path.basename(request.url));
    try {
      response.setHeader('content-type', types[path.extname(file)] ?? 'text/plain').end(await readFile(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/example.html`);
    await page.waitForFunction(() => document.querySelector('#lines').textContent.includes('hash'));
    assertExample(await page.locator('#lines').textContent());
  } finally {
    await browser.close();
    server.close();
  }
});

test('the type declarations match the interface', async () => {
  await writeFile(
    path.join(folder, 'use.ts'),
    `import { load, ModulusError, type BodyId, type Report, type ShapeDefinition3, type World3 } from 'modulus-engine';
     const modulus = await load();
     const world = modulus.open('pool1', { circles: 50 });
     const report: Report = world.report();
     const space: World3 = modulus.createWorld3({ gravity: [0, -1, 0], friction_law: 'cone' });
     const ball: ShapeDefinition3 = { sphere: { radius: 1 }, density: 500, mask: '0xff' };
     const body: BodyId = space.createBody({ type: 'dynamic', position: [0, 1, 0], shapes: [ball] });
     const weld = space.createJoint({ type: 'weld', bodies: [body, space.createBody()], break_force: Infinity });
     if (world.dimensions === 3) world.rayCast([0, 0, 0], [0, 1, 0]);
     else world.createShape(world.createBody(), { circle: { radius: 1 } });
     for (const event of space.events()) if (event.type === 'contact_hit') console.log(event.point[2], event.impulse);
     // @ts-expect-error a joint is no body
     space.destroyBody(weld);
     // @ts-expect-error a point in space has three numbers
     space.createBody({ position: [0, 1] });
     // @ts-expect-error there is no such key
     space.createBody({ positon: [0, 1, 0] });
     // @ts-expect-error a shape has a geometry
     space.createShape(body, { density: 1 });
     // @ts-expect-error there is no such joint
     space.createJoint({ type: 'hing', bodies: [body, body] });
     const name: string = modulus.catalogue.scenes[0]!.name;
     // @ts-expect-error a residual is a number
     const wrong: string = report.residual;
     export { name, wrong, ModulusError };`,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
  ];
  const compiler = path.join(root, 'web/node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, ...options, 'use.ts'], { cwd: folder }).catch(
    (failure) => failure,
  );
  assert.equal(stdout, '');
});

test('the programs of the README run and do what their words say', async () => {
  const readme = await readFile(path.join(installed, 'README.md'), 'utf8');
  const programs = [...readme.matchAll(/```js\n([^]+?)```/g)].map(([, program]) => program);
  const expected = [
    /^the car is at 1\.\d+ m with [12]\.\d+ m\/s, RES [\d.e-]+, [0-9a-f]{16}\n$/,
    /^[1-9]\d* hits, the door is open by [01]\.\d+ rad, RES [\d.e-]+, [0-9a-f]{16}\n$/,
    /^2 [\d.e-]+ [0-9a-f]{16}\n3 [\d.e-]+ [0-9a-f]{16}\n$/,
  ];
  assert.equal(programs.length, expected.length);
  for (const [i, program] of programs.entries()) {
    await writeFile(path.join(folder, 'readme.mjs'), program);
    const { stdout } = await run(process.execPath, ['readme.mjs'], { cwd: folder });
    assert.match(stdout, expected[i]);
  }
});

test('the README and the documentation name only functions that exist', async () => {
  const page = await readFile(path.join(root, 'docs/playground.md'), 'utf8');
  const programs = [...page.matchAll(/```js\n([^]+?)```/g)].map(([, program]) => program);
  const readme = [await readFile(path.join(installed, 'README.md'), 'utf8'), ...programs].join('\n');
  assert.equal(programs.length, 1);
  const names = [...readme.matchAll(/\b(Modulus|modulus|world)\.(\w+)/g)].map(([, owner, name]) => [owner, name]);
  await writeFile(
    path.join(folder, 'names.mjs'),
    `import * as api from 'modulus-engine';
     const modulus = await api.load();
     const worlds = [modulus.open('pool1', { circles: 4 }), modulus.open('tower3')];
     const owners = { Modulus: [api.Modulus], modulus: [modulus], world: worlds };
     const missing = ${JSON.stringify(names)}.filter(([owner, name]) => owners[owner].every((one) => one[name] === undefined));
     console.log(JSON.stringify(missing));`,
  );
  const { stdout } = await run(process.execPath, ['names.mjs'], { cwd: folder });
  assert.ok(names.length > 10);
  assert.deepEqual(JSON.parse(stdout), []);
});

test('a closed world refuses every call, and closing it again does not free another world', async () => {
  await writeFile(
    path.join(folder, 'close.mjs'),
    `import { load, ModulusError } from 'modulus-engine';
     const modulus = await load();
     const first = modulus.open('pool1', { circles: 4 });
     first.close();
     const others = [1, 2, 3].map(() => modulus.open('pool1', { circles: 4 }));
     first.close();
     const more = modulus.open('pool1', { circles: 40 });
     for (let i = 0; i < 10; ++i) [...others, more].forEach((world) => world.step());
     const refusals = [() => first.step(), () => first.report(), () => first.save(), () => first.bodies(), () => first.release(0)].map((work) => {
       try { work(); return 'nothing'; } catch (failure) { return failure instanceof ModulusError ? failure.message : String(failure); }
     });
     console.log(JSON.stringify({ hashes: others.map((world) => world.hash()), refusals }));`,
  );
  const { stdout } = await run(process.execPath, ['close.mjs'], { cwd: folder });
  const { hashes, refusals } = JSON.parse(stdout);
  assert.equal(new Set(hashes).size, 1, stdout);
  assert.equal(hashes[0], await nativeHash('pool1', '--set', 'circles=4', '--steps', '10'));
  assert.deepEqual(new Set(refusals), new Set(['the world is closed']));
});

test('a refused request throws one line', async () => {
  await writeFile(
    path.join(folder, 'refuse.mjs'),
    `import { load, ModulusError } from 'modulus-engine';
     const modulus = await load();
     const lines = [];
     const attempt = (work) => { try { work(); lines.push('nothing'); } catch (failure) { lines.push(failure instanceof ModulusError ? failure.message : String(failure)); } };
     attempt(() => modulus.open('pool9'));
     attempt(() => modulus.open('pool1', { circles: -1 }));
     attempt(() => modulus.read({ format: 'modulus-scene', version: 1, bodys: [] }, 'mine'));
     const world = modulus.open('pool1', { circles: 4 });
     const deep = (text) => attempt(() => modulus.readText(text, 'deep'));
     attempt(() => world.set('solver', 'best'));
     attempt(() => world.set('iterations', -3));
     attempt(() => world.restore(new Uint8Array(10)));
     attempt(() => world.grab(0, { index: 99, generation: 1, localX: 0, localY: 0, mass: 1 }, 0, 0));
     deep('['.repeat(1e5));
     deep('{"bodies":'.repeat(1e5) + '1' + '}'.repeat(1e5));
     const ring = {};
     ring.world = ring;
     attempt(() => modulus.read(ring, 'ring'));
     attempt(() => modulus.open('pool1', { solver: 'pgs\\niterations=9' }));
     console.log(JSON.stringify(lines));`,
  );
  const { stdout } = await run(process.execPath, ['refuse.mjs'], { cwd: folder });
  const lines = JSON.parse(stdout);
  assert.match(lines[0], /unknown scene 'pool9'/);
  assert.match(lines[1], /pool1: circles: expected a whole number/);
  assert.equal(lines[2], 'mine: bodys: unknown key, did you mean "bodies"?');
  assert.match(lines[3], /solver/);
  assert.match(lines[4], /iterations: expected a whole number/);
  assert.equal(lines[7], 'deep:1: nested deeper than 500 levels');
  assert.match(lines[8], /nested deeper than 32 levels/);
  assert.match(lines[9], /nested deeper than 32 levels/);
  assert.equal(lines[10], 'solver=pgs: a setting cannot contain a line break');
  assert.ok(!lines.includes('nothing'), stdout);
});
