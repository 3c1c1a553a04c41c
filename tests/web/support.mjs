/* Helpers of the playground tests: the page in Chromium, and the native command to compare with. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const build = path.resolve(process.env.MODULUS_BUILD ?? path.join(root, 'build'));
export const pagePath = path.join(build, 'web/index.html');
const { chromium } = createRequire(path.join(root, 'web/package.json'))('playwright-core');

const run = promisify(execFile);

/** Runs the native command and returns its output, also if the command fails. */
export async function native(...args) {
  try {
    return await run(path.join(build, 'modulus'), args, { maxBuffer: 1 << 26 });
  } catch (failure) {
    return { stdout: failure.stdout, stderr: failure.stderr };
  }
}

export async function nativeHash(...args) {
  const { stdout, stderr } = await native('run', ...args, '--json', '--quiet');
  const found = /"hash":\s*"([0-9a-f]{16})"/.exec(stdout);
  if (found === null) throw new Error(`modulus run ${args.join(' ')}: ${stderr}${stdout.slice(0, 200)}`);
  return found[1];
}

/** Starts Chromium, which draws WebGL in software here. */
export async function launch(...more) {
  /* Chromium's sandbox does not work for root or in containers; the tests open only their own page. */
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...more];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
}

/** Opens the page from its file. `requests` and `faults` collect its network requests and its errors. */
export async function openPage(
  browser,
  { hash = '', width = 1280, height = 800, scheme = 'light', touch = false, density = 1 } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    hasTouch: touch,
    isMobile: touch,
    deviceScaleFactor: density,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const requests = [];
  const faults = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(pathToFileURL(pagePath).href + hash);
  await page.waitForFunction(() => window.playground?.app.simulation.steps > 2);
  return { page, context, requests, faults };
}

/** Returns the current state of each world of the page. */
export function state(page) {
  return page.evaluate(() => {
    const { simulation } = window.playground.app;
    return simulation.sides.map((side) => ({
      hash: side.world.hash(),
      steps: side.report.steps,
      residual: side.report.residual,
      bodies: side.report.bodies,
      solver: side.description.world.solver,
      name: side.description.name,
    }));
  });
}

export async function shoot(page, name) {
  const folder = path.join(build, 'web/screenshots');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
