/* Builds the playground and the npm package from the WebAssembly module that CMake has built.
 *
 *     node build.mjs BUILD          writes BUILD/web/index.html, a self-contained file, and BUILD/web/package/
 */
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(root, '../build'), 'web');

/* Resolves the import of "modulus.wasm" to the file in the build folder. */
const module = {
  name: 'module',
  setup(hooks) {
    hooks.onResolve({ filter: /^modulus\.wasm$/ }, () => ({ path: path.join(out, 'modulus.wasm') }));
  },
};

/* Resolves the import of "palette.inc" to the colours of solvers, by method: [on white, on the dark theme]. */
const palette = {
  name: 'palette',
  setup(hooks) {
    const file = path.join(root, '../src/draw/palette.inc');
    hooks.onResolve({ filter: /^palette\.inc$/ }, () => ({ path: file }));
    hooks.onLoad({ filter: /palette\.inc$/ }, async () => {
      const text = await readFile(file, 'utf8');
      const rows = [...text.matchAll(/^SOLVER_COLOUR\((\w+), "(#\w{6})", "(#\w{6})"\)$/gm)];
      const colours = Object.fromEntries(rows.map(([, method, light, dark]) => [method, [light, dark]]));
      return { contents: JSON.stringify(colours), loader: 'json' };
    });
  },
};

const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022'],
  loader: { '.wasm': 'binary' },
  plugins: [module, palette],
  logLevel: 'warning',
  write: false,
};

async function bundle(entry, options = {}) {
  const result = await build({ ...common, entryPoints: [path.join(root, entry)], outdir: out, ...options });
  const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

/* Writes the HTML file. The replacements are functions, because '$' has a meaning in a replacement string. */
async function writePage() {
  const { script, style } = await bundle('src/page/main.ts');
  const frame = await readFile(path.join(root, 'src/page/index.html'), 'utf8');
  const page = frame
    .replace('/*STYLE*/', () => style)
    .replace('/*SCRIPT*/', () => script.replaceAll('</script', '<\\/script'));
  await writeFile(path.join(out, 'index.html'), page);
  return page.length;
}

/* Writes the folder for `npm pack`. The package has the version of the library. */
async function writePackage() {
  const folder = path.join(out, 'package');
  await rm(folder, { recursive: true, force: true });
  await cp(path.join(root, 'package'), folder, { recursive: true });
  await cp(path.join(root, '../LICENSE'), path.join(folder, 'LICENSE'));
  const { script } = await bundle('src/engine/index.ts', { platform: 'neutral', minify: false });
  await writeFile(path.join(folder, 'index.js'), script);
  const project = await readFile(path.join(root, '../CMakeLists.txt'), 'utf8');
  const about = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  about.version = /project\(modulus VERSION ([0-9.]+)/.exec(project)[1];
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(
    process.execPath,
    [compiler, '-p', path.join(root, 'tsconfig.package.json'), '--outDir', path.join(folder, 'types')],
    { stdio: 'inherit' },
  );
}

await mkdir(out, { recursive: true });
await writePackage();
const size = await writePage();
console.log(`${path.join(out, 'index.html')}: ${Math.round(size / 1024)} kB`);
