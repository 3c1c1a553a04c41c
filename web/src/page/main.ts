/* Starts the page: compiles the embedded module, then creates the application and its panels. */
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { Modulus } from '../engine/modulus.js';
import wasm from 'modulus.wasm';
import { App } from './app.js';
import { find, make } from './dom.js';
import { Files } from './files.js';
import { Keyboard } from './keyboard.js';
import { icon } from './icons.js';
import { showNote } from './messages.js';
import { ScenePanel } from './scene_panel.js';
import { SolverPanel } from './solver_panel.js';
import { Tour } from './tour.js';
import { Transport } from './transport.js';
import { TimePanel, WorldPanel } from './world_panel.js';

declare global {
  interface Window {
    /** For the tests and the browser console. */
    playground?: { app: App; files: Files; modulus: () => Promise<Modulus> };
  }
}

function showFatal(text: string): void {
  find('#stage').replaceChildren(make('p', { class: 'fatal', role: 'alert' }, text));
}

function addThemeButton(app: App): void {
  const button = find('#theme');
  button.append(icon('theme'));
  const update = (): void => {
    button.title = `Theme: ${app.theme.label}`;
    button.setAttribute('aria-label', button.title);
  };
  button.addEventListener('click', () => {
    app.theme.next();
    update();
  });
  update();
}

async function main(): Promise<void> {
  if (typeof WebAssembly !== 'object') {
    showFatal(
      'This browser has no WebAssembly, which the engine needs. Please use a current Firefox, Chrome, Edge or Safari.',
    );
    return;
  }
  let module: WebAssembly.Module;
  try {
    module = await WebAssembly.compile(wasm);
  } catch (failure) {
    showFatal(
      `Cannot load the engine: ${String(failure)}. It needs WebAssembly with SIMD, which browsers support since 2021 (Safari since 2023).`,
    );
    return;
  }
  const modulus = (): Promise<Modulus> => Modulus.from(module);
  const app = new App(await modulus(), modulus);
  find('#share').append(icon('share'), make('span', {}, 'Share'));
  find('#help').append(icon('help'));
  addThemeButton(app);
  new ScenePanel(app);
  const solver = new SolverPanel(app);
  new WorldPanel(app);
  new TimePanel(app);
  const transport = new Transport(app);
  const files = new Files(app);
  new Keyboard(app, { transport, solver, tour: new Tour(app) });
  await files.openAddress();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    app.setRunning(false);
    showNote('Paused, because your system asks for reduced motion. Press Play or Space to start.');
  }
  window.playground = { app, files, modulus };
  app.loop.start();
}

main().catch((failure: unknown) => showFatal(`Cannot start the page: ${String(failure)}`));
