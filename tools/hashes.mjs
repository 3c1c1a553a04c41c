// Prints the state hash of each scene, 2D or 3D, after a number of steps in WebAssembly.
// Usage: node hashes.mjs PACKAGE {SCENE STEPS}...
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...words] = process.argv.slice(2);
const { load } = await import(pathToFileURL(path.resolve(folder, 'index.js')).href);
const modulus = await load();
const names3 = new Set(modulus.catalogue.scenes3.map((scene) => scene.name));
for (let k = 0; k + 1 < words.length; k += 2) {
  const [scene, steps] = [words[k], Number(words[k + 1])];
  const world = names3.has(scene) ? modulus.open3(scene) : modulus.open(scene);
  for (let i = 0; i < steps; ++i) world.step();
  console.log(scene, steps, world.hash());
  world.close();
}
